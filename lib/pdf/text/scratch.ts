import type { Handle, Pdfium } from "../pdfium/pdfium.ts";

/** Memory of PDFium that its functions write to. */
export class Scratch {
  readonly #pdfium: Pdfium;
  readonly at: Handle;
  readonly size: number;
  #heap: Uint8Array | undefined;
  #view = new DataView(new ArrayBuffer(0));

  constructor(pdfium: Pdfium, size: number) {
    this.#pdfium = pdfium;
    this.size = size;
    this.at = pdfium.wasmExports.malloc(size);
  }

  // PDFium's memory gets a new buffer when it grows.
  get #memory(): DataView {
    const heap = this.#pdfium.HEAPU8;
    if (this.#heap !== heap) {
      this.#heap = heap;
      this.#view = new DataView(heap.buffer, this.at, this.size);
    }
    return this.#view;
  }

  /** The first four numbers of single precision, such as those of a rectangle. */
  floats(): readonly [number, number, number, number] {
    const memory = this.#memory;
    return [
      memory.getFloat32(0, true),
      memory.getFloat32(4, true),
      memory.getFloat32(8, true),
      memory.getFloat32(12, true),
    ];
  }

  /** The number of single precision at an offset in bytes. */
  float(offset: number): number {
    return this.#memory.getFloat32(offset, true);
  }

  /** The translation of a matrix, which is six numbers of single precision. */
  translation(): readonly [number, number] {
    return [this.#memory.getFloat32(16, true), this.#memory.getFloat32(20, true)];
  }

  /** The number of double precision at an offset in bytes. */
  double(offset: number): number {
    return this.#memory.getFloat64(offset, true);
  }

  integer(offset: number): number {
    return this.#memory.getInt32(offset, true);
  }

  setInteger(offset: number, integer: number): void {
    this.#memory.setInt32(offset, integer, true);
  }

  /** Writes ASCII text with a zero at its end, and returns its place. */
  setText(offset: number, text: string): Handle {
    this.#pdfium.HEAPU8.set(Buffer.from(`${text}\0`, "latin1"), this.at + offset);
    return this.at + offset;
  }

  /**
   * The text that a function writes, which returns its number of bytes with the zero at its end. Empty if it does not fit.
   */
  text(encoding: "latin1" | "utf16le", write: (out: Handle, size: number) => number): string {
    const length = write(this.at, this.size) - (encoding === "latin1" ? 1 : 2);
    if (length <= 0 || length > this.size) return "";
    return Buffer.from(this.#pdfium.HEAPU8.buffer, this.at, length).toString(encoding);
  }

  /** A copy of its first bytes; none if there are not so many. */
  bytes(length: number): Buffer {
    const end = this.at + (length > 0 && length <= this.size ? length : 0);
    return Buffer.from(this.#pdfium.HEAPU8.slice(this.at, end));
  }

  free(): void {
    this.#pdfium.wasmExports.free(this.at);
  }
}
