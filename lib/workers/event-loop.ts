import { setImmediate } from "node:timers/promises";

/** Resolves after the event loop has served others. */
export const yieldToOthers = (): Promise<void> => setImmediate();

/** Slices of bytes or of a text, each of at most `length`. Between two slices the event loop serves others. */
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

/** Keeps this process running until the work is done. Idle engines do not keep it running. */
export const keepEventLoopAlive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
