import { readFileSync } from "node:fs";

/** Where a piece of the module's memory begins. */
export type Place = number;

/** What the WebAssembly module does, one C file a subject in `layers/raster`; `raster.json` says what it was made of. */
export interface Kernels {
  readonly memory: { readonly buffer: ArrayBuffer };
  take(bytes: number): Place;
  mark(): number;
  release(mark: number): void;
  luma(rgb: Place, count: number, out: Place): void;
  shrink(plane: Place, width: number, columns: number, rows: number, factor: number, scale: number, out: Place): void;
  overlay(paper: Place, cover: Place, count: number, ink: Place, even: number, out: Place): void;
  similarity(a: Place, b: Place, width: number, height: number): number;
  find_ink(luma: Place, width: number, height: number, cell: number, bits: Place): number;
  paper(pixels: Place, width: number, height: number, channels: number, ink: Place, factor: number, out: Place): void;
  colour(
    pixels: Place,
    width: number,
    height: number,
    channels: number,
    ink: Place,
    factor: number,
    out: Place,
    evenness: Place,
  ): void;
  generic_region(bits: Place, width: number, height: number, length: Place): Place;
}

let compiled: WebAssembly.Module | undefined;

/** A module with memory of its own. */
export const instance = (): Kernels => {
  compiled ??= new WebAssembly.Module(readFileSync(new URL("./raster.wasm", import.meta.url)));
  return new WebAssembly.Instance(compiled).exports as unknown as Kernels;
};
