import type { Handle, Pdfium } from "../pdfium/pdfium.ts";

/** Memory of PDFium that its functions write to. */
export class Scratch {
  readonly #pdfium: Pdfium;
  readonly at: Handle;
  readonly size: number;
  #floats = new Float32Array(0);
  #doubles = new Float64Array(0);

  constructor(pdfium: Pdfium, size: number) {
    this.#pdfium = pdfium;
    this.size = size;
    this.at = pdfium.wasmExports.malloc(size);
  }

  // The views of PDFium's memory are made anew when it has grown.
  get floats(): Float32Array {
    const { buffer } = this.#pdfium.HEAPU8;
    if (this.#floats.buffer !== buffer) this.#floats = new Float32Array(buffer, this.at, this.size / 4);
    return this.#floats;
  }

  get doubles(): Float64Array {
    const { buffer } = this.#pdfium.HEAPU8;
    if (this.#doubles.buffer !== buffer) this.#doubles = new Float64Array(buffer, this.at, this.size / 8);
    return this.#doubles;
  }

  /** The little-endian number of four bytes at a place. */
  integer(offset: number): number {
    return Buffer.from(this.#pdfium.HEAPU8.buffer, this.at + offset, 4).readInt32LE();
  }

  set(offset: number, integer: number): void {
    Buffer.from(this.#pdfium.HEAPU8.buffer, this.at + offset, 4).writeInt32LE(integer);
  }

  /**
   * The text that a function writes, which returns its number of bytes with the zero at its end. Empty if it does not fit.
   */
  text(encoding: "latin1" | "utf16le", write: (out: Handle, size: number) => number): string {
    const length = write(this.at, this.size) - (encoding === "latin1" ? 1 : 2);
    if (length <= 0 || length > this.size) return "";
    return Buffer.from(this.#pdfium.HEAPU8.buffer, this.at, length).toString(encoding);
  }

  free(): void {
    this.#pdfium.wasmExports.free(this.at);
  }
}
