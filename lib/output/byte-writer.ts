/** For longer texts `Buffer.write` is faster than a loop. */
const LOOP_MAX_CHARACTERS = 48;
/** For longer pieces copying all bytes is faster than a loop. */
const LOOP_MAX_BYTES = 24;
const ZERO = 0x30;
/** Maximum number of digits of a whole number. */
const INTEGER_LIMIT_BYTES = 16;

/** A buffer that grows by doubling. It takes millions of short texts and numbers, so it avoids a native call for each. */
export class ByteWriter {
  protected buffer: Buffer;
  /** The number of bytes written. */
  length = 0;
  readonly #beforeGrowth: ((bytes: number) => void) | undefined;

  /** `beforeGrowth` is called with the bytes written before each growth, and may throw. */
  constructor(capacity = 2048, beforeGrowth?: (bytes: number) => void) {
    this.buffer = Buffer.allocUnsafe(capacity);
    this.#beforeGrowth = beforeGrowth;
  }

  /** The bytes written, as a view; the next write may overwrite them. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  /** Drops all bytes. */
  clear(): void {
    this.length = 0;
  }

  /** Writes one byte. */
  push(byte: number): void {
    if (this.length === this.buffer.length) this.ensureRoom(1);
    this.buffer[this.length++] = byte;
  }

  /** Writes characters up to U+00FF, each as a byte. */
  write(text: string): void {
    this.ensureRoom(text.length);
    if (text.length > LOOP_MAX_CHARACTERS) {
      this.length += this.buffer.write(text, this.length, "latin1");
      return;
    }
    for (let at = 0; at < text.length; at++) this.buffer[this.length++] = text.charCodeAt(at);
  }

  /** Copies bytes from one offset to before another. */
  writeBytes(bytes: Uint8Array, from = 0, to = bytes.length): void {
    this.ensureRoom(to - from);
    if (to - from > LOOP_MAX_BYTES) {
      this.buffer.set(bytes.subarray(from, to), this.length);
      this.length += to - from;
    } else for (let at = from; at < to; at++) this.buffer[this.length++] = bytes[at]!;
  }

  /** Writes a whole number that is not negative. */
  writeInteger(number: number): void {
    this.ensureRoom(INTEGER_LIMIT_BYTES);
    this.writeDigits(number);
  }

  /** Writes a whole number that is not negative. The caller has ensured the room for it. */
  protected writeDigits(number: number): void {
    let digits = 1;
    for (let power = 10; power <= number; power *= 10) digits++;
    let rest = number;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const tenth = Math.floor(rest / 10);
      this.buffer[at] = ZERO + rest - 10 * tenth;
      rest = tenth;
    }
    this.length += digits;
  }

  /** Grows the buffer so that it has room for this many more bytes. */
  protected ensureRoom(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    this.#beforeGrowth?.(this.length);
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
