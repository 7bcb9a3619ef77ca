import { ByteWriter } from "../output/byte-writer.ts";
import { hexValue } from "./read/characters.ts";

/** The byte for each letter after a backslash: n, r, t, b, f. */
const ESCAPES: ReadonlyMap<number, number> = new Map([
  [110, 10],
  [114, 13],
  [116, 9],
  [98, 8],
  [102, 12],
]);
const BACKSLASH = 92;
const FIRST_CAPACITY_BYTES = 64;

const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 55;

/** Reads a literal string (ISO 32000-2, 7.3.4.2). `from` is the offset after its opening parenthesis. */
export const readLiteralString = (
  bytes: Uint8Array,
  from: number,
  end: number,
): { value: Uint8Array; next: number } => {
  let plain = from;
  while (plain < end && bytes[plain] !== 41 && bytes[plain] !== 40 && bytes[plain] !== BACKSLASH) plain++;
  if (bytes[plain] === 41 && plain < end) return { value: bytes.slice(from, plain), next: plain + 1 };

  // What is read is never longer than its text, whose end is mostly near.
  const value = new ByteWriter(Math.min(end - from, FIRST_CAPACITY_BYTES));
  let open = 1;
  let at = from;
  while (at < end) {
    let byte = bytes[at++]!;
    if (byte === 40) open++;
    else if (byte === 41 && --open === 0) break;
    else if (byte === BACKSLASH) {
      byte = bytes[at++] ?? 0;
      if (byte === 13 || byte === 10) {
        if (byte === 13 && bytes[at] === 10) at++;
        continue;
      }
      if (isOctal(byte)) {
        byte -= 48;
        for (let digits = 1; digits < 3 && isOctal(bytes[at]); digits++) byte = byte * 8 + bytes[at++]! - 48;
      } else byte = ESCAPES.get(byte) ?? byte;
    }
    value.push(byte & 255);
  }
  return { value: new Uint8Array(value.bytes), next: Math.min(at, end) };
};

/** Reads the digits of a hexadecimal string (ISO 32000-2, 7.3.4.3); other characters are skipped. */
export const readHexadecimalString = (bytes: Uint8Array, from: number, to: number): Uint8Array => {
  // From Node's pool: a page may have thousands of short strings.
  const value = Buffer.allocUnsafe((to - from + 1) >> 1);
  let digits = 0;
  let high = 0;
  for (let at = from; at < to; at++) {
    const digit = hexValue(bytes[at]);
    if (digit < 0) continue;
    if (digits++ % 2 === 0) high = digit << 4;
    else value[(digits >> 1) - 1] = high | digit;
  }
  if (digits % 2 === 1) value[digits >> 1] = high;
  const length = (digits + 1) >> 1;
  return length === value.length ? value : value.subarray(0, length);
};

/**
 * Encodes a text string (ISO 32000-2, 7.9.2.2): printable ASCII unchanged, other text as UTF-16BE with a byte order
 * mark.
 */
export const textString = (text: string): Uint8Array => {
  if (/^[\x20-\x7e]*$/.test(text)) return Buffer.from(text, "latin1");
  return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
};

/** Decodes a text string (ISO 32000-2, 7.9.2.2): UTF-16BE with a byte order mark, else Latin-1. */
export const textOfString = (bytes: Uint8Array): string => {
  const buffer = Buffer.from(bytes);
  if (buffer[0] === 254 && buffer[1] === 255)
    return buffer
      .subarray(2, buffer.length & ~1)
      .swap16()
      .toString("utf16le");
  return buffer.toString("latin1");
};

/** Bytes as a Latin-1 string, for use as a map key. */
export const latin1Key = (bytes: Uint8Array): string => {
  if (bytes.length === 1) return String.fromCharCode(bytes[0]!);
  if (bytes.length === 2) return String.fromCharCode(bytes[0]!, bytes[1]!);
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString("latin1");
};

export const keyBytes = (key: string): Uint8Array => Buffer.from(key, "latin1");

/** A moment (s since 1970) as a date (ISO 32000-2, 7.9.4), such as `D:20260131095959Z`. */
export const pdfDate = (seconds: number): string =>
  `D:${new Date(seconds * 1000).toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`;
