import { instance, type Kernels, type Place } from "./module.ts";

/** The kernels, and the way into their memory and out of it. */
export interface Raster {
  readonly kernels: Kernels;
  /** Brings bytes in. */
  put(bytes: Uint8Array): Place;
  /** Brings bytes out: a copy of its own. */
  get(at: Place, length: number): Buffer<ArrayBuffer>;
}

/** Instances that wait for their next picture. */
const free: Kernels[] = [];

/** Memory does not shrink: an instance that has grown beyond this many bytes is not used again. */
const LARGE = 64_000_000;

const over = (kernels: Kernels): Raster => ({
  kernels,
  put: (bytes) => {
    const at = kernels.take(bytes.length);
    new Uint8Array(kernels.memory.buffer).set(bytes, at);
    return at;
  },
  get: (at, length) => Buffer.from(new Uint8Array(kernels.memory.buffer, at, length)),
});

/** Lends an instance to work on a picture; what the work leaves in its memory is gone behind it. */
export const withRaster = async <Result>(work: (raster: Raster) => Promise<Result> | Result): Promise<Result> => {
  const kernels = free.pop() ?? instance();
  const start = kernels.mark();
  const result = await work(over(kernels));
  // After a failure it is not used again.
  kernels.release(start);
  if (kernels.memory.buffer.byteLength <= LARGE) free.push(kernels);
  return result;
};
