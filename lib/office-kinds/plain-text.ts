import { isUtf8 } from "node:buffer";
import { likelyEncoding } from "../contract/text-encoding.ts";
import { refuseKind } from "./refusal.ts";

/** Bytes at the beginning that are examined to distinguish text from binary data. */
const SAMPLE_BYTES = 65_536;
/** Data with more than this share of control bytes is binary. */
const BINARY_CONTROL_SHARE = 0.02;
/** Backspace, tab, line feed, vertical tab, form feed, carriage return, end of file, escape. */
const TEXT_CONTROLS = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);

/** How HTML, XML and web archives begin. They are no plain text, whatever they are called. */
const MARKUP_BEGINNING =
  /^\s*(?:<(?:!doctype|!--|\?xml|(?:html|head|script|body|table|div|meta|style|title|svg|font)[\s>/])|MIME-Version:)/i;

const isBinary = (text: string): boolean => {
  const sample = text.slice(0, SAMPLE_BYTES);
  let controls = 0;
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at);
    if (code < 0x20 && !TEXT_CONTROLS.has(code)) controls++;
  }
  return controls > sample.length * BINARY_CONTROL_SHARE || sample.includes("\0");
};

const decoded = (bytes: Buffer): string => {
  const encoding = isUtf8(bytes) && !bytes.subarray(0, SAMPLE_BYTES).includes(0) ? "UTF-8" : likelyEncoding(bytes);
  try {
    return new TextDecoder(encoding ?? "").decode(bytes);
  } catch {
    throw refuseKind("is of no kind that is known: neither an Office document nor plain text");
  }
};

/**
 * A file of plain text in UTF-8. Throws UNSUPPORTED_MEDIA_TYPE for binary data and markup, and for text whose encoding is not
 * known.
 */
export const plainTextOf = (bytes: Buffer): Buffer => {
  const text = decoded(bytes);
  if (isBinary(text)) throw refuseKind("is binary data of no kind that is known, not an Office document");
  if (MARKUP_BEGINNING.test(text.slice(0, SAMPLE_BYTES)))
    throw refuseKind("is HTML or XML, not an Office document or plain text");
  if (text.trim() === "") throw refuseKind("is empty", "document-empty");
  return Buffer.from(text.replace(/\r\n?/g, "\n"));
};
