import { attributesIn, localName, nextTag, type XmlTag } from "./tags.ts";

/** The encoding in a part's XML declaration. */
const DECLARED_ENCODING = /^<\?xml[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

const decoderFor = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // The encoding is unknown.
  }
};

/** A decoder for a part that is not in UTF-8: by its byte order mark, by its first bytes, or by its declaration. */
export const otherEncoding = (part: Buffer): TextDecoder | undefined => {
  if (part.length < 4) return undefined;
  const start = part.readUInt32BE(0);
  if (start >>> 16 === 0xfffe || start === 0x3c003f00) return new TextDecoder("utf-16le");
  if (start >>> 16 === 0xfeff || start === 0x003c003f) return new TextDecoder("utf-16be");
  const label = DECLARED_ENCODING.exec(part.toString("latin1", 0, 300))?.[1];
  const decoder = label === undefined || /^utf-?(8|16)$/i.test(label) ? undefined : decoderFor(label);
  return decoder?.encoding === "utf-8" ? undefined : decoder;
};

/**
 * The text of an XML part, which is in UTF-8 or UTF-16 (ECMA-376, part 2, 8.1.4), or in the encoding that it declares, which
 * other readers accept too. Bytes that cannot be decoded are replaced.
 */
export const textOf = (part: Buffer): string => otherEncoding(part)?.decode(part) ?? part.toString("utf8");

/** An element's start tag: its local name, and its attributes by their local names. */
interface StartTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const ENTITIES = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));

/** Text with its entities and character references resolved. */
export const unescapeXml = (value: string): string =>
  value.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? all;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

/** The starts of CDATA sections, comments and processing instructions. */
const NON_TEXT_START = /<!\[CDATA\[|<!--|<\?/g;

/** The text of markup without elements: entities are resolved, CDATA is kept, comments are removed. */
export const markupText = (markup: string): string => {
  let [text, at] = ["", 0];
  NON_TEXT_START.lastIndex = 0;
  for (let found = NON_TEXT_START.exec(markup); found !== null; found = NON_TEXT_START.exec(markup)) {
    const start = NON_TEXT_START.lastIndex;
    const closing = found[0] === "<!--" ? "-->" : found[0] === "<?" ? "?>" : "]]>";
    const end = markup.indexOf(closing, start);
    const next = end < 0 ? markup.length : end;
    text += unescapeXml(markup.slice(at, found.index)) + (found[0] === "<![CDATA[" ? markup.slice(start, next) : "");
    at = end < 0 ? markup.length : end + closing.length;
    NON_TEXT_START.lastIndex = at;
  }
  return text + unescapeXml(markup.slice(at));
};

/** Escapes text for XML content and attribute values. */
export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const attributesOf = (xml: string, tag: XmlTag): Record<string, string> =>
  Object.fromEntries(attributesIn(xml, tag).map(({ name, value }) => [localName(name), unescapeXml(value)]));

/** The start tags of these elements in markup without comments and CDATA; other tags are not read. */
const tagsByName = (xml: string, names: readonly string[]): StartTag[] => {
  const starts = new RegExp(`<(?:[^\\s<>/:!?]{1,100}:)?(${names.join("|")})(?=[\\s/>])`, "g");
  const tags: StartTag[] = [];
  for (let found = starts.exec(xml); found !== null; found = starts.exec(xml)) {
    const tag = nextTag(xml, found.index);
    if (tag === undefined) break;
    const [, name = ""] = found;
    tags.push({ name, attributes: attributesOf(xml, tag) });
    starts.lastIndex = tag.end;
  }
  return tags;
};

/** The start tags of these elements in their order, with any prefix. */
export const tagsNamed = (xml: string, ...names: readonly string[]): StartTag[] => {
  // Without comments and CDATA, tags can be searched by name, which takes a tenth of the time.
  if (!xml.includes("<!") && !xml.includes("<?", 1)) return tagsByName(xml, names);
  const tags: StartTag[] = [];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (!tag.isEnd && names.includes(name)) tags.push({ name, attributes: attributesOf(xml, tag) });
  }
  return tags;
};

const SPACES = /[\s\ufeff]*/y;

/** The range of the nine characters after a document's white space, comments and instructions. */
const afterProlog = (head: string): [start: number, end: number] => {
  for (let at = 0; ; ) {
    SPACES.lastIndex = at;
    SPACES.test(head);
    const start = SPACES.lastIndex;
    const end = head.startsWith("<?", start) ? "?>" : head.startsWith("<!--", start) ? "-->" : undefined;
    const found = end === undefined ? -1 : head.indexOf(end, start + 2);
    if (end === undefined || found < 0) return [start, start + 9];
    at = found + end.length;
  }
};

/** Whether a document type declaration precedes the root element; undefined if `head` ends before the root. */
export const hasDoctype = (head: string): boolean | undefined => {
  const next = head.slice(...afterProlog(head));
  if (/^<!DOCTYPE/i.test(next)) return true;
  return /^<[\p{L}_:]/u.test(next) ? false : undefined;
};
