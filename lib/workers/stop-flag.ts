let stopFlag: Int32Array | undefined;

/** Sets the flag of this thread; its value is no longer 0 when the job is no longer wanted. */
export const setStopFlag = (flag: Int32Array): void => {
  stopFlag = flag;
};

/**
 * Throws if this thread's job is no longer wanted. Called before each use of zlib: a thread that is terminated while
 * it makes a zlib stream ends the whole process, so a thread is asked to stop before it is terminated.
 */
export const throwIfStopped = (): void => {
  if (stopFlag !== undefined && Atomics.load(stopFlag, 0) !== 0) throw new Error("The job is no longer wanted.");
};
