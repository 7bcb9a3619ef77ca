import { AFTER_LESS, AFTER_MORE, SWAP, WIDTH } from "./arithmetic-states.ts";

/** JBIG2's arithmetic encoder (ITU-T T.88, annex E.2), with a table of adaptive contexts. */
export class ArithmeticEncoder {
  readonly #state: Uint8Array;
  readonly #more: Uint8Array;
  #interval = 0x8000;
  #code = 0;
  #countdown = 12;
  #bytes = Buffer.alloc(65_536);
  #length = 0;
  /** The byte that a carry may still change; -1 before the first one. */
  #held = -1;

  constructor(contexts: number) {
    this.#state = new Uint8Array(contexts);
    this.#more = new Uint8Array(contexts);
  }

  /** Encodes a bit in a context. */
  encode(context: number, bit: number): void {
    const state = this.#state[context]!;
    const width = WIDTH[state]!;
    this.#interval -= width;
    if (bit === this.#more[context]) {
      if ((this.#interval & 0x8000) !== 0) {
        this.#code += width;
        return;
      }
      if (this.#interval < width) this.#interval = width;
      else this.#code += width;
      this.#state[context] = AFTER_MORE[state]!;
    } else {
      if (this.#interval < width) this.#code += width;
      else this.#interval = width;
      if (SWAP[state] === 1) this.#more[context] = 1 - this.#more[context]!;
      this.#state[context] = AFTER_LESS[state]!;
    }
    do {
      this.#interval <<= 1;
      this.#code <<= 1;
      if (--this.#countdown === 0) this.#putByte();
    } while ((this.#interval & 0x8000) === 0);
  }

  #append(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = Buffer.alloc(2 * this.#length);
      this.#bytes.copy(grown);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = byte;
  }

  #release(): void {
    if (this.#held >= 0) this.#append(this.#held);
  }

  /** Moves the upper bits of the code register out; behind a byte of ones a bit is left for the carry. */
  #putByte(): void {
    const carried = this.#held !== 0xff && (this.#code & 0x8000000) !== 0;
    if (carried) {
      this.#code &= 0x7ffffff;
      this.#held++;
    }
    const stuffed = this.#held === 0xff;
    this.#release();
    const shift = stuffed ? 20 : 19;
    this.#held = (this.#code >>> shift) & 0xff;
    this.#code &= (1 << shift) - 1;
    this.#countdown = stuffed ? 7 : 8;
  }

  /** Ends the code; gives its bytes. */
  finish(): Buffer {
    const above = this.#code + this.#interval;
    this.#code |= 0xffff;
    if (this.#code >= above) this.#code -= 0x8000;
    for (let round = 0; round < 2; round++) {
      this.#code <<= this.#countdown;
      this.#putByte();
    }
    this.#release();
    if (this.#bytes[this.#length - 1] !== 0xff) this.#append(0xff);
    this.#append(0xac);
    return this.#bytes.subarray(0, this.#length);
  }
}
