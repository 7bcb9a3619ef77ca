import { createKernels, type Kernels, type Pointer } from "./module.ts";

/** The kernels, and access to their memory. */
export interface Raster {
  readonly kernels: Kernels;
  /** Copies bytes into the memory. */
  copyIn(bytes: Uint8Array): Pointer;
  /** Copies bytes out of the memory. */
  copyOut(at: Pointer, length: number): Buffer<ArrayBuffer>;
}

/** Idle instances. */
const idleInstances: Kernels[] = [];

/** An instance with more memory is not reused, because its memory never shrinks. */
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

/** Runs work with an instance, whose memory is released afterwards. */
export const withRaster = async <Result>(work: (raster: Raster) => Promise<Result> | Result): Promise<Result> => {
  const kernels = idleInstances.pop() ?? createKernels();
  const start = kernels.mark();
  const result = await work(rasterOver(kernels));
  // An instance is not reused after a failure.
  kernels.release(start);
  if (kernels.memory.buffer.byteLength <= INSTANCE_MAX_BYTES) idleInstances.push(kernels);
  return result;
};
