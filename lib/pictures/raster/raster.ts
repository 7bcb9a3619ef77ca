import { readFileSync } from "node:fs";

export interface Raster {
  readonly kernels: Kernels;
  copyIn(bytes: Uint8Array): Pointer;
  copyOut(at: Pointer, length: number): Buffer<ArrayBuffer>;
}

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

export type Pointer = number;

type Plane = [plane: Pointer, width: number, columns: number, rows: number];
type PageArea = [pixels: Pointer, width: number, height: number, channels: number];

/**
 * The functions of the WebAssembly module, one C file per subject in `layers/raster`; `raster.json` records its
 * sources.
 */
interface Kernels {
  readonly memory: { readonly buffer: ArrayBuffer };
  take(bytes: number): Pointer;
  mark(): number;
  release(mark: number): void;
  luma(rgb: Pointer, count: number, out: Pointer): void;
  shrink(...plane: [...Plane, factor: number, scale: number, out: Pointer]): void;
  overlay(paper: Pointer, cover: Pointer, count: number, ink: Pointer, even: number, out: Pointer): void;
  similarity(a: Pointer, b: Pointer, width: number, height: number): number;
  find_ink(luma: Pointer, width: number, height: number, cell: number, bits: Pointer): number;
  paper(...page: [...PageArea, ink: Pointer, factor: number, out: Pointer]): void;
  colour(...page: [...PageArea, ink: Pointer, factor: number, out: Pointer, evenness: Pointer]): void;
  misses(...page: [...PageArea, ink: Pointer, layers: Pointer, tile: number]): number;
  generic_region(bits: Pointer, width: number, height: number, length: Pointer): Pointer;
}

let compiled: WebAssembly.Module | undefined;

const createKernels = (): Kernels => {
  compiled ??= new WebAssembly.Module(readFileSync(new URL("./raster.wasm", import.meta.url)));
  return new WebAssembly.Instance(compiled).exports as unknown as Kernels;
};
