/** Wakes the sender of callbacks, because some are due. It never rejects: without it they are found later, at the next poll. */
type CallbackWaker = () => void | Promise<void>;

const wakeNobody: CallbackWaker = () => {};

let wakeSender = wakeNobody;

/** Sets what wakes the sender of callbacks: one of this process, or a function on AWS. Undefined while there is none. */
export const setCallbackWaker = (wake: CallbackWaker | undefined): void => {
  wakeSender = wake ?? wakeNobody;
};

/** Wakes the sender of callbacks, if this process knows one. Other senders find what is due at their next poll. */
export const wakeCallbackSender: CallbackWaker = () => wakeSender();
