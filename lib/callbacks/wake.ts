let wakeSender = (): void => {};

/** Sets what wakes the sender of callbacks of this process; undefined while it has none. */
export const setCallbackWaker = (wake: (() => void) | undefined): void => {
  wakeSender = wake ?? (() => {});
};

/** Wakes the sender of callbacks of this process, if it has one. Others find at their next look what is due. */
export const wakeCallbackSender = (): void => wakeSender();
