import { setImmediate } from "node:timers/promises";

/** Resolves after the event loop has served others. */
export const yieldToOthers = (): Promise<void> => setImmediate();

const HIGH_SURROGATE = /[\ud800-\udbff]$/;

/** Slices of bytes or of a text, each of at most `length`, and of whole characters. Between two slices the event loop serves others. */
export async function* slicesOf<Whole extends Uint8Array | string>(
  whole: Whole,
  length: number,
): AsyncGenerator<Whole> {
  for (let from = 0; from < whole.length; ) {
    if (from > 0) await yieldToOthers();
    let slice: Uint8Array | string;
    if (typeof whole === "string") {
      slice = whole.slice(from, from + length);
      if (slice.length > 1 && HIGH_SURROGATE.test(slice)) slice = slice.slice(0, -1);
    } else slice = whole.subarray(from, from + length);
    from += slice.length;
    yield slice as Whole;
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
