import type { Raw } from "../objects.ts";
import type { NumberOf } from "./serialise.ts";

/** Shorter pieces are copied byte by byte: a call takes longer. */
const SHORT_BYTES = 24;

/** Bytes of a file that is being written, put one behind the other; grows by doubling. */
export class Text {
  #bytes: Buffer;
  length = 0;

  constructor(size = 65_536) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  /** What was written so far; it changes with the next piece. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** Makes room for so many bytes. */
  #room(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.length + count, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#bytes = grown;
  }

  /** Characters up to 255, each as a byte. */
  characters(text: string): void {
    this.#room(text.length);
    this.length += this.#bytes.write(text, this.length, "latin1");
  }

  bytes(bytes: Buffer, from: number, to: number): void {
    this.#room(to - from);
    if (to - from > SHORT_BYTES) bytes.copy(this.#bytes, this.length, from, to);
    else for (let at = from; at < to; at++) this.#bytes[this.length + at - from] = bytes[at]!;
    this.length += to - from;
  }

  /** A whole number that is not negative. */
  whole(number: number): void {
    this.#room(20);
    let digits = 1;
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    let rest = number;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      this.#bytes[at] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.length += digits;
  }

  /** An object's text as it stands in its file, with other numbers in its references. */
  copy({ bytes, from, to, refs, spots, spot }: Raw, numberOf: NumberOf): void {
    let at = from;
    for (let index = 0; index < refs.length; index++) {
      this.bytes(bytes, at, spots[spot + 2 * index]!);
      const number = numberOf(refs[index]!);
      if (number === undefined) this.characters("null");
      else {
        this.whole(number);
        this.characters(" 0 R");
      }
      at = spots[spot + 2 * index + 1]!;
    }
    this.bytes(bytes, at, to);
  }
}
