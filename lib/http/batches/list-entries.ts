/** An entry of a list: its bytes, and the line on which it begins, counted from 1. */
export interface ListEntry {
  readonly bytes: Uint8Array;
  readonly line: number;
}

const [LF, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANKS: readonly (number | undefined)[] = [..." \t\r\n"].map((sign) => sign.charCodeAt(0));

/** The bytes that some programs write before a text in UTF-8. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** A list without its byte order mark. */
export const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0);

const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => BLANKS.includes(byte));

/** The lines of NDJSON that are not blank. */
export function* ndjsonLines(bytes: Uint8Array): Generator<ListEntry> {
  for (let [start, line] = [0, 1]; start < bytes.length; line++) {
    const found = bytes.indexOf(LF, start);
    const end = found < 0 ? bytes.length : found;
    if (end > start) {
      const entry = bytes.subarray(start, end);
      if (!isBlank(entry)) yield { bytes: entry, line };
    }
    start = end + 1;
  }
}

/** The position of the quote that closes a text; the end of the bytes if none does. */
const endOfText = (bytes: Uint8Array, start: number): number => {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
};

/**
 * The entries of a JSON list, one after another, so that only one of them is parsed at a time. They are not checked themselves.
 * Throws a SyntaxError if the whole is no list.
 */
export function* jsonEntries(bytes: Uint8Array): Generator<ListEntry> {
  const opening = bytes.findIndex((byte) => !BLANKS.includes(byte));
  if (bytes[opening] !== OPEN_LIST) throw new SyntaxError();
  let [start, depth, line] = [opening + 1, 0, 1];
  /** The line of the first byte of the entry; undefined before it. */
  let firstLine: number | undefined;
  for (let at = opening; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === LF) line++;
    if (at > opening && !BLANKS.includes(byte)) firstLine ??= line;
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    if (depth > 1 || (depth === 1 && byte !== COMMA)) continue;
    if (depth === 0 && (byte !== CLOSE_LIST || !isBlank(bytes.subarray(at + 1)))) throw new SyntaxError();
    const entry = bytes.subarray(start, at);
    const isEmptyList = depth === 0 && start === opening + 1 && isBlank(entry);
    if (!isEmptyList) yield { bytes: entry, line: firstLine ?? line };
    if (depth === 0) return;
    [start, firstLine] = [at + 1, undefined];
  }
  throw new SyntaxError();
}
