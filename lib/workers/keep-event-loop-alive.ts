/** Keeps this process running until the work is done, although idle engines do not hold it. */
export const keepEventLoopAlive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
