import { isUtf8 } from "node:buffer";
import type { FileKind, Part } from "../contract/contract.ts";
import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import { htmlEncoding, xhtmlEncoding } from "../contract/html-encoding.ts";
import { ServiceError } from "../errors/service-error.ts";

/** Bytes at the beginning that are examined to distinguish text from binary data, and a blank file from others. */
const SAMPLE_BYTES = 65_536;
/** Data with more than this share of control bytes is binary. Scripts hold a few such bytes in their character tables. */
const BINARY_CONTROL_SHARE = 0.02;

/** How HTML begins (MIME Sniffing standard, 7.1): after a byte order mark and blanks, with one of these tags. */
const HTML_BEGINNING =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*<(?:!doctype html|!--|(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta)[ >])/i;
const HTML_BEGINNING_BYTES = 1024;

/**
 * Whether bytes are binary data: too many of them are control bytes (MIME Sniffing standard, "binary data byte"). UTF-16 with
 * a byte order mark is text, and so is what begins as HTML, whatever its scripts hold.
 */
const isBinary = (bytes: Uint8Array): boolean => {
  const [first, second] = bytes;
  if (HTML_BEGINNING.test(Buffer.from(bytes.subarray(0, HTML_BEGINNING_BYTES)).toString("latin1"))) return false;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return false;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !TEXT_CONTROLS.has(byte)) controls++;
  return controls > sample.length * BINARY_CONTROL_SHARE;
};
/** Tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Whether a file has only white space. Mostly its beginning decides. */
const isBlank = (bytes: Uint8Array): boolean =>
  [bytes.subarray(0, SAMPLE_BYTES), bytes].every((part) => decodeHtml(part).trim() === "");

/** A file that may be HTML: not empty and of no other known kind. */
export const htmlFile: FileKind = {
  name: "HTML",
  check: (bytes) => {
    const other = kindBySignature(bytes);
    if (other === undefined && isBinary(bytes))
      throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "is binary data, not text");
    if (other !== undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `is ${withArticle(other)}, not HTML`);
    if (isBlank(bytes)) throw new ServiceError("INVALID_REQUEST", "is empty", { reason: "document-empty" });
  },
};

const decoderOf = (bytes: Uint8Array, encodingOf: (bytes: Uint8Array) => string | undefined): TextDecoder => {
  try {
    return new TextDecoder(encodingOf(bytes));
  } catch {
    return new TextDecoder(); // TextDecoder refuses encodings such as ISO-2022-CN
  }
};

/** The text of an HTML file, in the encoding of its byte order mark or its `<meta>`, else UTF-8. */
export const decodeHtml = (bytes: Uint8Array): string => decoderOf(bytes, htmlEncoding).decode(bytes);

const REPLACEMENT_CHARACTER = "\ufffd";

/** Whether a file is XML, as browsers take it: by its media type, or by the end of its name. */
const isXhtml = ({ name = "", type }: Pick<Part, "name" | "type">): boolean =>
  type === "application/xhtml+xml" || /\.xht(?:ml)?$/i.test(name);

/** A document of an HTML or XHTML file, in its encoding. */
export const htmlDocument = (file: Part): { html: string; isXml: boolean; hasLostCharacters: boolean } => {
  const { bytes } = file;
  const isXml = isXhtml(file);
  const decoder = decoderOf(bytes, isXml ? xhtmlEncoding : htmlEncoding);
  const html = decoder.decode(bytes);
  const isWhole = decoder.encoding === "utf-8" ? isUtf8(bytes) : !html.includes(REPLACEMENT_CHARACTER);
  return { html, isXml, hasLostCharacters: !isWhole };
};
