import { isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import { type FileKind, rule } from "../contract/contract.ts";
import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";

/** Bytes from which the encoding is guessed. */
const ENCODING_SAMPLE_BYTES = 65_536;
/** Bytes that are searched for the first byte beyond ASCII. There is a limit, because this runs on the serving thread. */
const ENCODING_SEARCH_BYTES = MB;
/** Bytes of ASCII in the sample before the first byte beyond ASCII. */
const ASCII_CONTEXT_BYTES = 1024;
const LAST_ASCII_BYTE = 0x7f;

const isUtf16 = (bytes: Uint8Array, zerosAt: 0 | 1): boolean => {
  let zeros = 0;
  const length = Math.min(bytes.length, 200);
  for (let at = zerosAt; at < length; at += 2) if (bytes[at] === 0) zeros++;
  return zeros > length / 4;
};

/**
 * The likely encoding, by its name in iconv, of bytes that are not UTF-8; undefined if none is likely. Byte order marks
 * and zero bytes show UTF-16 and UTF-32; the frequencies of letters show the others.
 */
const likelyEncoding = (bytes: Uint8Array): string | undefined => {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "UTF-32LE" : "UTF-16LE";
  if (first === 0xfe && second === 0xff) return "UTF-16BE";
  if (isUtf16(bytes, 1)) return "UTF-16LE";
  if (isUtf16(bytes, 0)) return "UTF-16BE";
  if (bytes.subarray(0, ENCODING_SAMPLE_BYTES).includes(0)) return undefined;
  const beginning = bytes.subarray(0, ENCODING_SEARCH_BYTES);
  const start = Math.max(0, beginning.findIndex((byte) => byte > LAST_ASCII_BYTE) - ASCII_CONTEXT_BYTES);
  const candidates = analyse(bytes.subarray(start, start + ENCODING_SAMPLE_BYTES)).filter(
    ({ name }) => !/^(UTF-8|ASCII)$/.test(name),
  );
  // Text that looks like ISO 8859-1 by its letters is mostly Windows-1252.
  return candidates[0]?.name.replace("ISO-8859-1", "WINDOWS-1252");
};

/** The message for bytes that are not UTF-8: the likely encoding, and how to convert it. */
const notUtf8 = (bytes: Uint8Array): string => {
  const name = likelyEncoding(bytes);
  return name === undefined
    ? "is not UTF-8 text"
    : `is not UTF-8 text: it looks like ${name}; convert it first, for example with iconv -f ${name} -t UTF-8`;
};

export const notEmpty = rule<string>((text) => /\S/.test(text), "is empty", undefined, "document-empty");

/** Text in UTF-8, without the byte order mark that may begin it. */
export const utf8Text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const SPACE_BYTE = 32;

// A loop, because a callback for each byte of 100 MB holds the serving thread for half a second.
const isBlank = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > SPACE_BYTE) return false;
  return true;
};

/** A file of UTF-8 text that is not empty; `name` is the name of its kind. */
export const textFile = (name: string): FileKind => ({
  name,
  check: (bytes) => {
    const other = kindBySignature(bytes);
    if (other !== undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `is ${withArticle(other)}, not ${name}`);
    if (!isUtf8(bytes) || bytes.includes(0)) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", notUtf8(bytes));
    const text = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
      ? bytes.subarray(BYTE_ORDER_MARK.length)
      : bytes;
    if (isBlank(text)) throw new ServiceError("INVALID_REQUEST", "is empty", { reason: "document-empty" });
  },
});
