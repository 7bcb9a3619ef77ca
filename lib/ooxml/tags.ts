/** A tag of an XML part, and where it stands. */
export interface PlacedTag {
  /** Its name with its prefix: `w:tbl`. */
  readonly name: string;
  readonly isEnd: boolean;
  /** Whether it is an element of its own: `<a/>`. */
  readonly isEmpty: boolean;
  /** Where its `<` stands, and what comes behind its `>`. */
  readonly start: number;
  readonly end: number;
}

/** What holds no tags, by its beginning and its end. */
const SKIPPED: readonly (readonly [start: string, end: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
];

const [TAB, LINE_FEED, RETURN, SPACE, SLASH, GREATER] = [9, 10, 13, 32, 47, 62];
const [QUOTE, APOSTROPHE] = [34, 39];

/** Where a tag ends: behind its first `>` outside quotes (XML 1.0, 2.4 allows it in a value); -1 where it does not. */
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

const ENDS = new Set([TAB, LINE_FEED, RETURN, SPACE, SLASH, GREATER]);

const nameAt = (xml: string, start: number): string => {
  let end = start;
  while (end < xml.length && !ENDS.has(xml.charCodeAt(end))) end++;
  return xml.slice(start, end);
};

const skip = (xml: string, start: number): number | undefined => {
  const next = xml[start + 1];
  if (next !== "!" && next !== "?") return undefined;
  const found = SKIPPED.find(([opening]) => xml.startsWith(opening, start));
  if (found === undefined) return undefined;
  const end = xml.indexOf(found[1], start + found[0].length);
  return end < 0 ? xml.length : end + found[1].length;
};

/** The first tag of an XML part at or behind a place; undefined where there is none. Comments and the like are none. */
export const nextTag = (xml: string, from: number): PlacedTag | undefined => {
  for (let start = xml.indexOf("<", from); start >= 0; ) {
    const past = skip(xml, start);
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

/** Name of an element without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** What comes behind an element whose start tag this is; the text's length where it does not end. */
export const elementEnd = (xml: string, start: PlacedTag): number => {
  if (start.isEmpty) return start.end;
  let depth = 1;
  for (let tag = nextTag(xml, start.end); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.name !== start.name || tag.isEmpty) continue;
    depth += tag.isEnd ? -1 : 1;
    if (depth === 0) return tag.end;
  }
  return xml.length;
};
