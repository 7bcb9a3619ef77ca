/** For longer texts `Buffer.write` is faster than a loop. */
const NATIVE_WRITE_MIN_CHARACTERS = 48;
const ZERO = 0x30;
/** Maximum number of digits of a whole number. */
const INTEGER_LIMIT_BYTES = 16;

/** A growing buffer for the bytes of a PDF. It takes millions of short texts and numbers, so it avoids a native call for each. */
export class ByteWriter {
  protected buffer: Buffer;
  protected length = 0;

  /** A writer with an initial capacity in bytes. */
  constructor(capacity = 65_536) {
    this.buffer = Buffer.allocUnsafeSlow(capacity);
  }

  /** The number of bytes written. */
  get size(): number {
    return this.length;
  }

  /** The bytes written; the next write may overwrite them. */
  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Drops all bytes. */
  clear(): void {
    this.length = 0;
  }

  /** Writes text in Latin-1. */
  write(text: string): void {
    this.ensureRoom(text.length);
    if (text.length > NATIVE_WRITE_MIN_CHARACTERS) {
      this.length += this.buffer.write(text, this.length, "latin1");
      return;
    }
    for (let at = 0; at < text.length; at++) this.buffer[this.length++] = text.charCodeAt(at);
  }

  /** Copies bytes. */
  writeBytes(bytes: Uint8Array): void {
    this.ensureRoom(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
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
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
