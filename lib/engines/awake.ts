/** Keeps this process alive until the work is done: engines that idle do not. */
export const awake = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const hold = setInterval(() => {}, 60_000);
  try {
    return await work();
  } finally {
    clearInterval(hold);
  }
};
