import { isUtf8 } from "node:buffer";
import { ServiceError } from "../../errors/service-error.ts";

const VALUES_LIMIT = 10_000;
const DEPTH_LIMIT = 32;
/** Bytes of a body beside its two longest texts, which are the documents. */
const OTHER_BYTES_LIMIT = 65_536;

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'",[\\]{}'].map((sign) =>
  sign.charCodeAt(0),
);

const refuse = (what: string): never => {
  throw new ServiceError("INVALID_REQUEST", `The JSON body has ${what}.`);
};

/** The position of the quote that closes a text; the end of the bytes if none does. */
const endOfText = (bytes: Uint8Array, start: number): number => {
  let at = start;
  for (let byte = bytes[at]; byte !== undefined && byte !== QUOTE; byte = bytes[at]) at += byte === BACKSLASH ? 2 : 1;
  return Math.min(at, bytes.length);
};

/**
 * Checks, in one pass, that a JSON body holds little but the texts of documents: parsing millions of small values takes
 * hundreds of times their bytes. Throws INVALID_REQUEST that names the limit. It does not check the syntax.
 */
const scanJson = (bytes: Uint8Array, otherBytesLimit: number): void => {
  let [longest, second, values, depth] = [0, 0, 1, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfText(bytes, at + 1);
      const length = end - at;
      if (length > longest) [longest, second] = [length, longest];
      else if (length > second) second = length;
      at = end;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++;
      values++;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === COMMA) values++;
    if (depth > DEPTH_LIMIT) refuse(`more than ${DEPTH_LIMIT} levels`);
    if (values > VALUES_LIMIT) refuse(`more than ${VALUES_LIMIT.toLocaleString("en")} values`);
    if (at - longest - second > otherBytesLimit)
      refuse(`more than ${otherBytesLimit / 1024} KB in addition to its two longest texts`);
  }
};

/** The value of a JSON body. Throws INVALID_REQUEST for other bytes, and for JSON that holds more than documents. */
export const parseJson = (bytes: Uint8Array, otherBytesLimit = OTHER_BYTES_LIMIT): unknown => {
  scanJson(bytes, otherBytesLimit);
  try {
    if (isUtf8(bytes)) return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Refused below, as is a body that is not UTF-8.
  }
  throw new ServiceError("INVALID_REQUEST", "The body is not valid JSON.");
};
