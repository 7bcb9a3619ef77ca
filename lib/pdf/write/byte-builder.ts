import type { UnparsedObject } from "../objects.ts";
import type { ObjectNumberOf } from "./serialise.ts";

/** Shorter pieces are copied byte by byte, which is faster than a call. */
const LOOP_COPY_MAX_BYTES = 24;

/** Small enough for the pool of small buffers. */
const FIRST_CAPACITY_BYTES = 2048;

/** A buffer that bytes are appended to; it grows by doubling. */
export class ByteBuilder {
  #bytes: Buffer;
  length = 0;

  constructor(size = FIRST_CAPACITY_BYTES) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  /** The bytes written so far, as a view: it is invalid after the next write. */
  get bytesSoFar(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** Makes room for `count` more bytes. */
  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.length + count, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#bytes = grown;
  }

  /** Appends characters up to U+00FF, each as a byte. */
  characters(text: string): void {
    this.#reserve(text.length);
    this.length += this.#bytes.write(text, this.length, "latin1");
  }

  bytes(bytes: Buffer, from: number, to: number): void {
    this.#reserve(to - from);
    if (to - from > LOOP_COPY_MAX_BYTES) bytes.copy(this.#bytes, this.length, from, to);
    else for (let at = from; at < to; at++) this.#bytes[this.length + at - from] = bytes[at]!;
    this.length += to - from;
  }

  /** Appends a whole number that is not negative, in decimal digits. */
  wholeNumber(number: number): void {
    this.#reserve(20);
    let digits = 1;
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    let rest = number;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      this.#bytes[at] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.length += digits;
  }

  /** Appends an unparsed object's text with new object numbers in its references. */
  unparsedObject(
    { bytes, from, to, refs, refOffsets, refOffsetsStart }: UnparsedObject,
    numberOf: ObjectNumberOf,
  ): void {
    let at = from;
    for (let index = 0; index < refs.length; index++) {
      this.bytes(bytes, at, refOffsets[refOffsetsStart + 2 * index]!);
      const number = numberOf(refs[index]!);
      if (number === undefined) this.characters("null");
      else {
        this.wholeNumber(number);
        this.characters(" 0 R");
      }
      at = refOffsets[refOffsetsStart + 2 * index + 1]!;
    }
    this.bytes(bytes, at, to);
  }
}
