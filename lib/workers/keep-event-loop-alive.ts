/** Keeps this process running until the work is done; idle engines alone would let it exit. */
export const keepEventLoopAlive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
