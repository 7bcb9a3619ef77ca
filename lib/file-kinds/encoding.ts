import { analyse } from "chardet";

/** Bytes by which an encoding is told. */
const SAMPLE_BYTES = 65_536;
/** Bytes in which the first letter that is no ASCII is looked for: this runs on the serving thread. */
const SEARCHED_BYTES = 1_048_576;
/** ASCII that is kept in front of the first byte that is none. */
const BEFORE_BYTES = 1024;
const LAST_ASCII = 0x7f;

const isUtf16 = (bytes: Uint8Array, zerosAt: 0 | 1): boolean => {
  let zeros = 0;
  const length = Math.min(bytes.length, 200);
  for (let at = zerosAt; at < length; at += 2) if (bytes[at] === 0) zeros++;
  return zeros > length / 4;
};

/**
 * The name, as iconv knows it, of the encoding that bytes which are no UTF-8 look like; undefined where they look like
 * none. Byte order marks and zeros tell UTF-16 and UTF-32, statistics of letters tell the rest.
 */
export const likelyEncoding = (bytes: Uint8Array): string | undefined => {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "UTF-32LE" : "UTF-16LE";
  if (first === 0xfe && second === 0xff) return "UTF-16BE";
  if (isUtf16(bytes, 1)) return "UTF-16LE";
  if (isUtf16(bytes, 0)) return "UTF-16BE";
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return undefined;
  const beginning = bytes.subarray(0, SEARCHED_BYTES);
  const strange = Math.max(0, beginning.findIndex((byte) => byte > LAST_ASCII) - BEFORE_BYTES);
  const known = analyse(bytes.subarray(strange, strange + SAMPLE_BYTES)).filter(
    ({ name }) => !/^(UTF-8|ASCII)$/.test(name),
  );
  // Programs for Windows write its letters where statistics see those of ISO 8859-1.
  return known[0]?.name.replace("ISO-8859-1", "WINDOWS-1252");
};

/** Why bytes are refused that are not UTF-8, and what to do about it. */
export const notUtf8 = (bytes: Uint8Array): string => {
  const name = likelyEncoding(bytes);
  return name === undefined
    ? "is not UTF-8 text"
    : `is not UTF-8 text: it looks like ${name}; convert it first, for example with iconv -f ${name} -t UTF-8`;
};
