/** Milliseconds that stopped work has to end by itself before its request is answered without it. */
const GRACE = 500;

/** Settles as the work does; when the signal is aborted and the work does not end soon after, rejects with the signal's reason. */
export const stopped = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      const timer = setTimeout(() => reject(signal.reason), GRACE);
      void work.catch(() => undefined).finally(() => clearTimeout(timer));
    };
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
