// zlib for code that may run in a thread. Node ends the whole process if a thread is terminated while it makes a zlib stream.
import zlib from "node:zlib";

/** Bits of the word that a thread shares with the thread that ends it. */
const MAKES_STREAM = 1;
const IS_ENDED = 2;

let shared: Int32Array | undefined;

/** Tells this thread the word that it shares with the thread that ends it. Without one it is ended only with its process. */
export const shareStreams = (word: Int32Array): void => {
  shared = word;
};

/** Lets a thread make no more streams. Resolves once it has made the last one. */
export const preventStreams = async (word: Int32Array): Promise<void> => {
  if ((Atomics.or(word, 0, IS_ENDED) & MAKES_STREAM) !== 0)
    await Atomics.waitAsync(word, 0, IS_ENDED | MAKES_STREAM).value;
};

/** A function of zlib that is not broken off by the end of its thread. It throws once the thread is ended. */
const unbroken = <Call extends (...values: never[]) => unknown>(call: Call): Call =>
  ((...values: Parameters<Call>) => {
    if (shared === undefined) return call(...values);
    if (Atomics.compareExchange(shared, 0, 0, MAKES_STREAM) !== 0) throw new Error("This thread is ended.");
    try {
      return call(...values);
    } finally {
      Atomics.and(shared, 0, ~MAKES_STREAM);
      Atomics.notify(shared, 0);
    }
  }) as Call;

export const createInflate = unbroken(zlib.createInflate);
export const deflate = unbroken(zlib.deflate);
export const deflateSync = unbroken(zlib.deflateSync);
export const inflateRaw = unbroken(zlib.inflateRaw);
export const inflateRawSync = unbroken(zlib.inflateRawSync);
export const inflateSync = unbroken(zlib.inflateSync);
export const { Z_SYNC_FLUSH } = zlib.constants;
