let asked: Int32Array | undefined;

/** Makes this the flag of the thread: not zero from the moment on when its job is no longer wanted. */
export const heed = (stop: Int32Array): void => {
  asked = stop;
};

/**
 * Throws where the thread's job is no longer wanted. Each use of zlib begins with it: a thread that is ended while it makes
 * a zlib stream takes the whole process with it, so it is asked to stop before it is ended.
 */
export const throwIfStopped = (): void => {
  if (asked !== undefined && Atomics.load(asked, 0) !== 0) throw new Error("The job is no longer wanted.");
};
