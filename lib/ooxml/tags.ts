/** A tag of an XML part, with its range in the text. */
export interface XmlTag {
  /** Its name with its prefix: `w:tbl`. */
  readonly name: string;
  readonly isEnd: boolean;
  /** Whether it is an empty-element tag: `<a/>`. */
  readonly isEmpty: boolean;
  /** The position of its `<`, and the position after its `>`. */
  readonly start: number;
  readonly end: number;
}

/** The starts and ends of sections that hold no tags. */
const NON_TAG_SECTIONS: readonly (readonly [start: string, end: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
];

const [TAB, LINE_FEED, RETURN, SPACE, SLASH, GREATER] = [9, 10, 13, 32, 47, 62];
const [QUOTE, APOSTROPHE] = [34, 39];

/** The position after a tag's `>`; a `>` in quotes belongs to a value (XML 1.0, 2.4). -1 if the tag does not end. */
const endOfTag = (xml: string, start: number): number => {
  let quote = 0;
  for (let at = start; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return at + 1;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
  }
  return -1;
};

const NAME_ENDS = new Set([TAB, LINE_FEED, RETURN, SPACE, SLASH, GREATER]);

const nameAt = (xml: string, start: number): string => {
  let end = start;
  while (end < xml.length && !NAME_ENDS.has(xml.charCodeAt(end))) end++;
  return xml.slice(start, end);
};

const skipNonTag = (xml: string, start: number): number | undefined => {
  const next = xml[start + 1];
  if (next !== "!" && next !== "?") return undefined;
  const found = NON_TAG_SECTIONS.find(([opening]) => xml.startsWith(opening, start));
  if (found === undefined) return undefined;
  const end = xml.indexOf(found[1], start + found[0].length);
  return end < 0 ? xml.length : end + found[1].length;
};

/** The first tag at or after a position; undefined if there is none. Comments, CDATA and instructions are skipped. */
export const nextTag = (xml: string, from: number): XmlTag | undefined => {
  for (let start = xml.indexOf("<", from); start >= 0; ) {
    const past = skipNonTag(xml, start);
    if (past !== undefined) {
      start = xml.indexOf("<", past);
      continue;
    }
    const isEnd = xml[start + 1] === "/";
    const end = endOfTag(xml, start);
    if (end < 0) return undefined;
    return { name: nameAt(xml, start + (isEnd ? 2 : 1)), isEnd, isEmpty: xml[end - 2] === "/", start, end };
  }
  return undefined;
};

/** The name of an element without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The position after the element with this start tag; the text's length if the element does not end. */
export const elementEnd = (xml: string, start: XmlTag): number => {
  if (start.isEmpty) return start.end;
  let depth = 1;
  for (let tag = nextTag(xml, start.end); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.name !== start.name || tag.isEmpty) continue;
    depth += tag.isEnd ? -1 : 1;
    if (depth === 0) return tag.end;
  }
  return xml.length;
};

/** A range of a part's text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An attribute of a tag: its name with its prefix, and its value with its entities. */
interface Attribute {
  readonly name: string;
  readonly value: string;
}

const NAME_OR_QUOTE = /[^\s=/>"']+|["']/y;
const EQUALS = /\s*=\s*(?=["'])/y;
const SEPARATORS = /[\s=/>]*/y;

/** The end of a match of a sticky pattern at a position; -1 if it does not match. */
const endOfMatch = (pattern: RegExp, xml: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(xml) ? pattern.lastIndex : -1;
};

/** The attributes of a tag in their order, found in one pass. Text in quotes without a name before it is skipped. */
export const attributesIn = (xml: string, { name, isEnd, start, end }: XmlTag): Attribute[] => {
  const attributes: Attribute[] = [];
  let at = start + (isEnd ? 2 : 1) + name.length;
  while (at < end) {
    const begin = endOfMatch(SEPARATORS, xml, at);
    const past = endOfMatch(NAME_OR_QUOTE, xml, begin);
    if (past < 0 || begin >= end) break;
    const isQuote = xml[begin] === '"' || xml[begin] === "'";
    const opening = isQuote ? begin : endOfMatch(EQUALS, xml, past);
    if (opening < 0) at = past;
    else {
      const closing = xml.indexOf(xml.charAt(opening), opening + 1);
      if (closing < 0 || closing >= end) break; // only if the tag's name holds a quote
      if (!isQuote) attributes.push({ name: xml.slice(begin, past), value: xml.slice(opening + 1, closing) });
      at = closing + 1;
    }
  }
  return attributes;
};

/** The value of a tag's attribute by its local name; undefined if the tag has none. */
export const attributeOf = (xml: string, tag: XmlTag, name: string): string | undefined =>
  attributesIn(xml, tag).find((attribute) => localName(attribute.name) === name)?.value;
