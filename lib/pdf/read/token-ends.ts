import { hexValue, isDigit, isRegular, isWhiteSpace } from "./characters.ts";

// Where the tokens of well-formed text end, for what reads text without making values of it.

/** The result for text that is unusual: negative, and its complement is the offset up to which the text was read. */
export const unusual = (at: number): number => ~at;

const LITERALS = ["true", "false", "null"].map((word) => Buffer.from(word));

/** The offset after white space. */
export const skipSpace = (bytes: Buffer, from: number, end: number): number => {
  let at = from;
  while (at < end && isWhiteSpace(bytes[at])) at++;
  return at;
};

/** The offset after a name; `unusual` if it contains an escape. */
export const nameEnd = (bytes: Buffer, from: number, end: number): number => {
  let at = from;
  for (; at < end && isRegular(bytes[at]); at++) if (bytes[at] === 35) return unusual(at);
  return at;
};

/** The whole number at an offset. */
export const numberAt = (bytes: Buffer, from: number): number => {
  let value = 0;
  for (let at = from; isDigit(bytes[at]); at++) value = value * 10 + bytes.readUInt8(at) - 48;
  return value;
};

/** The offset after the reference that begins with this number; -1 if it is not one. */
export const referenceEnd = (bytes: Buffer, from: number, end: number): number => {
  let at = from;
  while (at < end && isDigit(bytes[at])) at++;
  if (at >= end || !isWhiteSpace(bytes[at])) return -1;
  while (at < end && isWhiteSpace(bytes[at])) at++;
  const generation = at;
  while (at < end && isDigit(bytes[at])) at++;
  if (at === generation || at >= end || !isWhiteSpace(bytes[at])) return -1;
  while (at < end && isWhiteSpace(bytes[at])) at++;
  if (bytes[at] !== 82 || (at + 1 < end && isRegular(bytes[at + 1]))) return -1;
  return at + 1;
};

/** The offset after a number with at most one sign and one point; `unusual` for another. */
const numberEnd = (bytes: Buffer, from: number, end: number): number => {
  let at = from;
  let digits = 0;
  let points = 0;
  if (bytes[at] === 43 || bytes[at] === 45) at++;
  for (; at < end && isRegular(bytes[at]); at++) {
    if (isDigit(bytes[at])) digits++;
    else if (bytes[at] !== 46 || ++points > 1) return unusual(at);
  }
  return digits > 0 ? at : unusual(at);
};

/** The offset after a string, number, boolean or null; `unusual` for another token. */
export const atomEnd = (bytes: Buffer, from: number, end: number): number => {
  const byte = bytes[from];
  if (byte === 40) return literalEnd(bytes, from + 1, end);
  if (byte === 60) return hexadecimalEnd(bytes, from + 1, end);
  if (isDigit(byte) || byte === 43 || byte === 45 || byte === 46) return numberEnd(bytes, from, end);
  for (const word of LITERALS) {
    const to = from + word.length;
    if (byte !== word[0] || to > end || (to < end && isRegular(bytes[to]))) continue;
    if (word.compare(bytes, from, to) === 0) return to;
  }
  return unusual(from);
};

const literalEnd = (bytes: Buffer, from: number, end: number): number => {
  let open = 1;
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === 92) at++;
    else if (byte === 40) open++;
    else if (byte === 41 && --open === 0) return at + 1;
  }
  return unusual(end);
};

const hexadecimalEnd = (bytes: Buffer, from: number, end: number): number => {
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === 62) return at + 1;
    if (hexValue(byte) < 0 && !isWhiteSpace(byte)) return unusual(at);
  }
  return unusual(end);
};
