import { isDigit } from "./characters.ts";

export const POINT = 46;
export const MINUS = 45;
export const PLUS = 43;

/** Characters of a malformed number that count. */
const NUMBER_MAX_CHARACTERS = 1024;

/** The offset after digits with at most one point. */
const decimalEnd = (bytes: Buffer, from: number, end: number): number => {
  let at = from;
  while (at < end && isDigit(bytes[at])) at++;
  if (at < end && bytes[at] === POINT) at++;
  while (at < end && isDigit(bytes[at])) at++;
  return at;
};

/** The offset after an exponent; the offset itself if there is none. */
const exponentEnd = (bytes: Buffer, from: number, end: number): number => {
  if (from >= end || (bytes.readUInt8(from) | 32) !== 101) return from;
  let at = from + 1;
  if (bytes[at] === MINUS || bytes[at] === PLUS) at++;
  const digits = at;
  while (at < end && isDigit(bytes[at])) at++;
  return at > digits ? at : from;
};

/**
 * The beginning of a malformed number such as `1e5`, `1-2` or `1.2.3`, which may be followed by digits, points and minus
 * signs; undefined for another token. Each byte is read once.
 */
export const malformedNumber = (bytes: Buffer, from: number, to: number): number | undefined => {
  let begin = from;
  while (begin < to && (bytes[begin] === MINUS || bytes[begin] === PLUS)) begin++;
  const end = exponentEnd(bytes, decimalEnd(bytes, begin, to), to);
  for (let at = end; at < to; at++) {
    const byte = bytes[at];
    if (!isDigit(byte) && byte !== MINUS && byte !== POINT) return undefined;
  }
  const value = Number(bytes.toString("latin1", begin, Math.min(end, begin + NUMBER_MAX_CHARACTERS))) || 0;
  return bytes[from] === MINUS ? -value : value;
};
