import { analyse } from "chardet";
import { MB } from "../settings/megabyte.ts";

/** Bytes from which the encoding is guessed. */
const ENCODING_SAMPLE_BYTES = 65_536;
/** Bytes that are searched for the first byte beyond ASCII. There is a limit, because this runs on the serving thread. */
const ENCODING_SEARCH_BYTES = MB;
/** Bytes of ASCII in the sample before the first byte beyond ASCII. */
const ASCII_CONTEXT_BYTES = 1024;
const LAST_ASCII_BYTE = 0x7f;

/** Bytes at the beginning in which zeros are counted. */
const ZEROS_SAMPLE_BYTES = 200;

/** Whether more than half of the units of a text have zeros in these places: those of ASCII have. */
const hasZeros = (bytes: Uint8Array, unitBytes: 2 | 4, places: readonly number[]): boolean => {
  const units = Math.floor(Math.min(bytes.length, ZEROS_SAMPLE_BYTES) / unitBytes);
  let zeros = 0;
  for (let unit = 0; unit < units; unit++) {
    if (places.every((place) => bytes[unit * unitBytes + place] === 0)) zeros++;
  }
  return zeros > units / 2;
};

/** UTF-16 or UTF-32, if a byte order mark or zeros show it. */
const wideEncoding = (bytes: Uint8Array): string | undefined => {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "UTF-32LE" : "UTF-16LE";
  if (first === 0xfe && second === 0xff) return "UTF-16BE";
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return "UTF-32BE";
  if (hasZeros(bytes, 4, [1, 2, 3])) return "UTF-32LE";
  if (hasZeros(bytes, 4, [0, 1, 2])) return "UTF-32BE";
  if (hasZeros(bytes, 2, [1])) return "UTF-16LE";
  if (hasZeros(bytes, 2, [0])) return "UTF-16BE";
  return undefined;
};

const MULTIBYTE = /^(?:Shift_JIS|Big5|GB18030|EUC-|ISO-2022)/;
/** With fewer letters beyond ASCII, no other encoding than Windows-1252 is believed. */
const LETTERS_MIN_COUNT = 4;
/** The least confidence in per cent of another encoding than Windows-1252. */
const MIN_CONFIDENCE = 15;
/** The mean length of the runs of bytes beyond ASCII up to which they are single letters among those of ASCII. */
const SINGLE_LETTERS_MAX_RUN = 1.5;

/** The likely encoding of bytes that hold no zero, by the frequencies of letters. */
const byteEncoding = (sample: Uint8Array): string | undefined => {
  let [letters, runs] = [0, 0];
  for (let at = 0; at < sample.length; at++) {
    if (sample[at]! <= LAST_ASCII_BYTE) continue;
    letters++;
    if (at === 0 || sample[at - 1]! <= LAST_ASCII_BYTE) runs++;
  }
  const isSingle = letters <= runs * SINGLE_LETTERS_MAX_RUN;
  const [likeliest] = analyse(sample).filter(
    ({ name }) => !/^(UTF-8|ASCII)$/.test(name) && !(isSingle && MULTIBYTE.test(name)),
  );
  const isSure = likeliest !== undefined && likeliest.confidence >= MIN_CONFIDENCE && letters >= LETTERS_MIN_COUNT;
  // Text that looks like ISO 8859-1 by its letters is mostly Windows-1252, and so are a few single letters.
  if (isSingle && !isSure) return "WINDOWS-1252";
  return likeliest?.name.replace(/^(?:ISO-8859-1|windows-1252)$/, "WINDOWS-1252");
};

/**
 * The likely encoding, by its name in iconv, of bytes that are not UTF-8; undefined if none is likely. Byte order marks
 * and zero bytes show UTF-16 and UTF-32; the frequencies of letters show the others.
 */
export const likelyEncoding = (bytes: Uint8Array): string | undefined => {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return wide;
  if (bytes.subarray(0, ENCODING_SAMPLE_BYTES).includes(0)) return undefined;
  const beginning = bytes.subarray(0, ENCODING_SEARCH_BYTES);
  const start = Math.max(0, beginning.findIndex((byte) => byte > LAST_ASCII_BYTE) - ASCII_CONTEXT_BYTES);
  return byteEncoding(bytes.subarray(start, start + ENCODING_SAMPLE_BYTES));
};
