/** Tells whoever sends callbacks that some are due. It does not reject: what is due is found all the same, only later. */
type CallbackWaker = () => void | Promise<void>;

const wakeNobody: CallbackWaker = () => {};

let wakeSender = wakeNobody;

/** Sets what wakes the sender of callbacks: one of this process, or a function on AWS. Undefined while there is none. */
export const setCallbackWaker = (wake: CallbackWaker | undefined): void => {
  wakeSender = wake ?? wakeNobody;
};

/** Wakes the sender of callbacks, if this process knows one. Others find at their next look what is due. */
export const wakeCallbackSender: CallbackWaker = () => wakeSender();
