// zlib for code that may run in a thread. Node ends the whole process if a thread is terminated while it makes a zlib stream.
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { resourceLimits } from "node:worker_threads";
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

/** Bytes of a megabyte, in which `resourceLimits` are given. */
const LIMIT_UNIT_BYTES = 1_048_576;
/** V8 may end a thread for want of memory once four fifths of its heap hold live objects (`Heap::CheckIneffectiveMarkCompact`). */
const FULL_HEAP_SHARE = 0.75;
/** The share that garbage must leave for more streams, so that it is not collected for each of them. */
const LIVE_HEAP_SHARE = 0.65;

let collectGarbage = (): void => {
  setFlagsFromString("--expose-gc"); // for contexts that are made from now on
  collectGarbage = runInNewContext("gc") as () => void;
  collectGarbage();
};

/** Lets a thread whose memory may end while it makes a stream be out of memory now. */
const requireMemory = (): void => {
  const heapMaxBytes = (resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY) * LIMIT_UNIT_BYTES;
  if (getHeapStatistics().used_heap_size < FULL_HEAP_SHARE * heapMaxBytes) return;
  collectGarbage();
  if (getHeapStatistics().used_heap_size < LIVE_HEAP_SHARE * heapMaxBytes) return;
  for (const held: unknown[] = []; ; ) held.push(Array.from({ length: 10_000 }, () => []));
};

/** A function of zlib that is not broken off by the end of its thread. It throws once the thread is ended. */
const unbroken = <Call extends (...values: never[]) => unknown>(call: Call): Call =>
  ((...values: Parameters<Call>) => {
    if (shared === undefined) return call(...values);
    requireMemory();
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
