/** Settles as the promise does, or rejects with the signal's reason when the signal is aborted first. */
export const raceAbort = async <Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
};
