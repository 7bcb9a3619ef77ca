import { readFileSync } from "node:fs";

/** An address in the module's memory. */
export type Pointer = number;

/**
 * The functions of the WebAssembly module, one C file per subject in `layers/raster`; `raster.json` records its
 * sources.
 */
export interface Kernels {
  readonly memory: { readonly buffer: ArrayBuffer };
  take(bytes: number): Pointer;
  mark(): number;
  release(mark: number): void;
  luma(rgb: Pointer, count: number, out: Pointer): void;
  shrink(
    plane: Pointer,
    width: number,
    columns: number,
    rows: number,
    factor: number,
    scale: number,
    out: Pointer,
  ): void;
  overlay(paper: Pointer, cover: Pointer, count: number, ink: Pointer, even: number, out: Pointer): void;
  similarity(a: Pointer, b: Pointer, width: number, height: number): number;
  find_ink(luma: Pointer, width: number, height: number, cell: number, bits: Pointer): number;
  paper(
    pixels: Pointer,
    width: number,
    height: number,
    channels: number,
    ink: Pointer,
    factor: number,
    out: Pointer,
  ): void;
  colour(
    pixels: Pointer,
    width: number,
    height: number,
    channels: number,
    ink: Pointer,
    factor: number,
    out: Pointer,
    evenness: Pointer,
  ): void;
  generic_region(bits: Pointer, width: number, height: number, length: Pointer): Pointer;
}

let compiled: WebAssembly.Module | undefined;

/** Creates an instance with its own memory. */
export const createKernels = (): Kernels => {
  compiled ??= new WebAssembly.Module(readFileSync(new URL("./raster.wasm", import.meta.url)));
  return new WebAssembly.Instance(compiled).exports as unknown as Kernels;
};
