import { MB } from "../../../settings/megabyte.ts";

const [EQUALS, LINE_FEED, CARRIAGE_RETURN, SPACE, TAB] = [0x3d, 0x0a, 0x0d, 0x20, 0x09];

const NO_DIGIT = -1;

const hexDigit = (byte: number | undefined): number => {
  const digit = Number.parseInt(String.fromCharCode(byte ?? SPACE), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
};

/** Where the line after a soft line break begins, or undefined if the line goes on behind the equals sign. */
const afterSoftBreak = (bytes: Uint8Array, start: number): number | undefined => {
  let at = start;
  while (bytes[at] === SPACE || bytes[at] === TAB) at++;
  if (bytes[at] === CARRIAGE_RETURN) at++;
  if (at >= bytes.length) return at;
  return bytes[at] === LINE_FEED ? at + 1 : undefined;
};

/** Bytes in quoted-printable (RFC 2045, 6.7). Line ends stay as they are, and what is no escape sequence is kept. */
const decodeQuotedPrintable = (bytes: Uint8Array): Uint8Array => {
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at++] ?? 0;
    const [high, low] = byte === EQUALS ? [hexDigit(bytes[at]), hexDigit(bytes[at + 1])] : [NO_DIGIT, NO_DIGIT];
    const next = byte === EQUALS ? afterSoftBreak(bytes, at) : undefined;
    if (high !== NO_DIGIT && low !== NO_DIGIT) {
      decoded[length++] = high * 16 + low;
      at += 2;
    } else if (next === undefined) decoded[length++] = byte;
    else at = next;
  }
  return decoded.slice(0, length);
};

/** The line before the content of a file, with its permissions and its name. */
const UU_BEGIN = /^begin [0-7]{3,4} [^\r\n]{1,1000}\r?\n/m;
/** Bytes that a line can have. Its first character is their number. */
const UU_LINE_LIMIT_BYTES = 45;

/** Bytes that removed spaces can stand for. Content that claims more is left as it is. */
const REMOVED_SPACES_LIMIT_BYTES = MB;

/** The bytes of a line in uuencode. */
const uuLineBytes = (count: number, letters: string): Uint8Array => {
  const six = (at: number) => ((letters.charCodeAt(at) || SPACE) - SPACE) & 63;
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    const first = Math.floor(at / 3) * 4 + (at % 3);
    const shift = 2 * (at % 3);
    bytes[at] = (six(first) << (2 + shift)) | (six(first + 1) >> (4 - shift));
  }
  return bytes;
};

/** A file in uuencode, or undefined if the content is something else. */
const decodeUu = (bytes: Uint8Array): Uint8Array | undefined => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const begin = UU_BEGIN.exec(text);
  if (begin === null) return undefined;
  const decoded = new Uint8Array(bytes.length + REMOVED_SPACES_LIMIT_BYTES);
  let length = 0;
  for (let start = begin.index + begin[0].length, end = start; start < text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end === -1) end = text.length;
    const count = text.charCodeAt(start) - SPACE;
    if (count < 1 || count > UU_LINE_LIMIT_BYTES) break;
    // Mailers remove spaces at the ends of lines.
    const lineBytes = uuLineBytes(count, text.slice(start + 1, text[end - 1] === "\r" ? end - 1 : end));
    if (length + lineBytes.length > decoded.length) return undefined;
    decoded.set(lineBytes, length);
    length += lineBytes.length;
  }
  return decoded.slice(0, length);
};

/** Decodes the content of a part from its transfer encoding, unless it is base64, which the parser decodes. */
export const decodeTransfer = (bytes: Uint8Array, encoding: string): Uint8Array => {
  if (/quoted-printable/i.test(encoding)) return decodeQuotedPrintable(bytes);
  return /^(?:x-)?uue(?:ncode)?$/i.test(encoding.trim()) ? (decodeUu(bytes) ?? bytes) : bytes;
};
