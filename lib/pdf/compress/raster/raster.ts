import { createKernels, type Kernels, type Pointer } from "./module.ts";

/** The kernels, and the way into their memory and out of it. */
export interface Raster {
  readonly kernels: Kernels;
  /** Brings bytes in. */
  copyIn(bytes: Uint8Array): Pointer;
  /** Brings bytes out: a copy of its own. */
  copyOut(at: Pointer, length: number): Buffer<ArrayBuffer>;
}

/** Instances that wait for their next picture. */
const idleInstances: Kernels[] = [];

/** Memory does not shrink: an instance that has grown beyond this many bytes is not used again. */
const INSTANCE_MAX_BYTES = 64_000_000;

const rasterOver = (kernels: Kernels): Raster => ({
  kernels,
  copyIn: (bytes) => {
    const at = kernels.take(bytes.length);
    new Uint8Array(kernels.memory.buffer).set(bytes, at);
    return at;
  },
  copyOut: (at, length) => Buffer.from(new Uint8Array(kernels.memory.buffer, at, length)),
});

/** Lends an instance to work on a picture; what the work leaves in its memory is gone behind it. */
export const withRaster = async <Result>(work: (raster: Raster) => Promise<Result> | Result): Promise<Result> => {
  const kernels = idleInstances.pop() ?? createKernels();
  const start = kernels.mark();
  const result = await work(rasterOver(kernels));
  // After a failure it is not used again.
  kernels.release(start);
  if (kernels.memory.buffer.byteLength <= INSTANCE_MAX_BYTES) idleInstances.push(kernels);
  return result;
};
