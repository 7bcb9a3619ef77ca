import { attributesIn } from "../../ooxml/attributes.ts";
import { nextTag } from "../../ooxml/tags.ts";

/** The bytes at a document's start in which its `xml-stylesheet` instruction is searched. */
const PROLOGUE_LIMIT_BYTES = 65_536;

const STYLESHEET_REFERENCE = /<\?xml-stylesheet\s[^?]*href\s*=\s*["']#([\w.-]+)["']/;

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
