/** Letters from which on a call of the buffer's own is faster. */
const LONG = 48;
const ZERO = 0x30;
/** Bytes that a whole number takes at most. */
const DIGITS = 16;

/** Bytes of a PDF, put together in one growing buffer: letter by letter and digit by digit, for there are millions. */
export class Bytes {
  protected buffer: Buffer;
  protected length = 0;

  /** Room for so many bytes to begin with. */
  constructor(room = 65_536) {
    this.buffer = Buffer.allocUnsafeSlow(room);
  }

  /** How many have been written. */
  get size(): number {
    return this.length;
  }

  /** What has been written, until more is. */
  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Begins anew. */
  clear(): void {
    this.length = 0;
  }

  /** Writes text as it is, in Latin-1. */
  write(text: string): void {
    this.room(text.length);
    if (text.length > LONG) {
      this.length += this.buffer.write(text, this.length, "latin1");
      return;
    }
    for (let at = 0; at < text.length; at++) this.buffer[this.length++] = text.charCodeAt(at);
  }

  /** Writes bytes as they are. */
  append(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes a number that is whole and not negative. */
  integer(number: number): void {
    this.room(DIGITS);
    this.digits(number);
  }

  /** Writes such a number where there is room for it. */
  protected digits(number: number): void {
    let digits = 1;
    for (let power = 10; power <= number; power *= 10) digits++;
    let left = number;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const tenth = Math.floor(left / 10);
      this.buffer[at] = ZERO + left - 10 * tenth;
      left = tenth;
    }
    this.length += digits;
  }

  /** Makes room for so many bytes more. */
  protected room(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
