import { setImmediate } from "node:timers/promises";

/** Lets the event loop serve others; what follows goes on afterwards. */
export const yieldToOthers = (): Promise<void> => setImmediate();

/** The slices of bytes or of a text. Between two of them the event loop serves others. */
export async function* slicesOf<Whole extends Uint8Array | string>(
  whole: Whole,
  length: number,
): AsyncGenerator<Whole> {
  for (let from = 0; from < whole.length; from += length) {
    if (from > 0) await yieldToOthers();
    const to = from + length;
    yield (typeof whole === "string" ? whole.slice(from, to) : whole.subarray(from, to)) as Whole;
  }
}

/** Keeps this process running until the work is done; idle engines alone would let it exit. */
export const keepEventLoopAlive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
