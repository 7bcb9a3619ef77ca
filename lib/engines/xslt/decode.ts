import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { ServiceError } from "../../errors/service-error.ts";
import { attributesIn, localName, nextTag } from "../../ooxml/tags.ts";

/** The first bytes of a document that decide its encoding: byte order marks, and `<?` in UTF-16. */
const ENCODING_SIGNATURES: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
  ["utf-16le", 0x3c, 0, 0x3f, 0],
  ["utf-16be", 0, 0x3c, 0, 0x3f],
];

/** The bytes at a document's start in which its XML declaration is searched. */
const DECLARATION_LIMIT_BYTES = 1000;

/** The encoding of an XML document by its first bytes: https://www.w3.org/TR/xml/#sec-guessing */
const encodingOf = (bytes: Uint8Array): string => {
  const signature = ENCODING_SIGNATURES.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (signature !== undefined) return signature[0];
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION_LIMIT_BYTES)).toString(
    "latin1",
  );
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? "utf-8";
  // A declaration that is readable in Latin-1 cannot be in an encoding with 16 or 32 bits per character.
  return /^(utf-?16|utf-?32|ucs-?[24]|iso-10646)/i.test(declared) ? "utf-8" : declared;
};

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const withoutByteOrderMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);

/**
 * An XML document as UTF-8 bytes in a new buffer, which can be transferred to a thread. A string keeps its characters,
 * whatever its declaration says. Bytes are decoded by their byte order mark or declaration. Throws INVALID_REQUEST with the
 * field's name if the encoding is unknown, or the bytes are not valid in it.
 */
export const decodeXml = (field: string, document: string | Uint8Array): Uint8Array<ArrayBuffer> => {
  if (typeof document === "string") return encode(withoutByteOrderMark(document));
  const encoding = encodingOf(document);
  if (/^(utf-?8|us-ascii|ascii)$/i.test(encoding) && isUtf8(document)) {
    return new Uint8Array(document.subarray(document[0] === 0xef && document[1] === 0xbb ? 3 : 0));
  }
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    throw new ServiceError("INVALID_REQUEST", `${field} declares an encoding that is not known: ${encoding}.`, {
      reason: "document-damaged",
      cause,
    });
  }
  try {
    return encode(decoder.decode(document));
  } catch (cause) {
    throw new ServiceError("INVALID_REQUEST", `${field} has bytes that are not ${encoding}.`, {
      reason: "document-damaged",
      cause,
    });
  }
};

/** The bytes at a document's start in which its `xml-stylesheet` instruction is searched. */
const PROLOGUE_LIMIT_BYTES = 65_536;

const STYLESHEET_REFERENCE = /<\?xml-stylesheet\s[^?]*href\s*=\s*["']#([\w.-]+)["']/;

const XSLT_NAMESPACE = "http://www.w3.org/1999/XSL/Transform";

/** The start of a document in which its root is searched. */
const prologueOf = (xml: Uint8Array): string =>
  Buffer.from(xml.buffer, xml.byteOffset, Math.min(xml.length, PROLOGUE_LIMIT_BYTES)).toString("latin1");

const prefixOf = (name: string): string => name.slice(0, Math.max(name.indexOf(":"), 0));

/**
 * The version that a stylesheet asks for, such as `2.0`; undefined if the document is no stylesheet. A simplified one says it
 * at its literal result element (https://www.w3.org/TR/xslt-30/#simplified-stylesheet).
 */
export const stylesheetVersion = (xslt: Uint8Array): string | undefined => {
  const start = prologueOf(xslt);
  const root = nextTag(start, 0);
  if (root === undefined) return undefined;
  const attributes = attributesIn(start, root);
  const prefixes = attributes
    .filter(({ name, value }) => value === XSLT_NAMESPACE && /^xmlns(?::|$)/.test(name))
    .map(({ name }) => name.slice("xmlns:".length));
  const isStylesheet =
    prefixes.includes(prefixOf(root.name)) && /^(?:stylesheet|transform|package)$/.test(localName(root.name));
  const names = isStylesheet ? ["version"] : prefixes.map((prefix) => `${prefix}:version`);
  return attributes.find(({ name }) => names.includes(name))?.value;
};

const STYLESHEET_INSTRUCTION = /<!--[\s\S]*?(?:-->|$)|<\?xml-stylesheet\s([^?]*)\?>/g;
const STYLESHEET_TYPE = /\btype\s*=\s*["'](?:text|application)\/(?:xsl|xml|xslt\+xml)["']/;

/** The address of the stylesheet that a document names first by `<?xml-stylesheet?>`, if it is not embedded. */
export const stylesheetAddress = (xml: Uint8Array): string | undefined => {
  const instructions = [...prologueOf(xml).matchAll(STYLESHEET_INSTRUCTION)].map(([, content = ""]) => content);
  const first = instructions.find((content) => STYLESHEET_TYPE.test(content));
  return /\bhref\s*=\s*["']([^"'#]+)["']/.exec(first ?? "")?.[1]?.replaceAll("&amp;", "&");
};

/** Whether a document may have a DTD, which may define entities and default attributes. */
export const hasDtd = (xml: Uint8Array): boolean =>
  Buffer.from(xml.buffer, xml.byteOffset, xml.length).includes("<!DOCTYPE");

/** Whether a document names a DTD outside of it. */
export const namesDtd = (xml: Uint8Array): boolean =>
  /<!DOCTYPE\s[^>[]{1,1000}\b(?:SYSTEM|PUBLIC)\s/.test(prologueOf(xml));

const STYLESHEET_START = /<(?:[\w.-]{1,100}:)?(?:stylesheet|transform)(?=\s)/g;

/** The position after the name of the stylesheet element with this `id` and without an `xml:id`; undefined without one. */
const stylesheetName = (xml: string, id: string): number | undefined => {
  STYLESHEET_START.lastIndex = 0;
  for (let found = STYLESHEET_START.exec(xml); found !== null; found = STYLESHEET_START.exec(xml)) {
    const tag = nextTag(xml, found.index);
    if (tag === undefined) return undefined;
    const attributes = attributesIn(xml, tag);
    const hasId = attributes.some(({ name, value }) => name === "id" && value === id);
    if (hasId && !attributes.some(({ name }) => name === "xml:id")) return STYLESHEET_START.lastIndex;
    STYLESHEET_START.lastIndex = tag.end;
  }
  return undefined;
};

/**
 * Adds an `xml:id` to an embedded stylesheet to which the document refers by its `id`. Without a DTD, which few documents
 * have, an attribute `id` is not an ID in XML. Line numbers do not change.
 */
export const withEmbeddedId = (xml: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.length);
  const [, id] = STYLESHEET_REFERENCE.exec(bytes.toString("latin1", 0, PROLOGUE_LIMIT_BYTES)) ?? [];
  if (id === undefined) return xml;
  const end = stylesheetName(bytes.toString("latin1"), id);
  if (end === undefined) return xml;
  return new Uint8Array(Buffer.concat([bytes.subarray(0, end), Buffer.from(` xml:id="${id}"`), bytes.subarray(end)]));
};
