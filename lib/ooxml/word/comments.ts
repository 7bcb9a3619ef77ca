import { Edits, type PackageRewriter } from "../rewriting.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import { relatedPart } from "./text-parts.ts";

/** The marks of a comment in text (ECMA-376, part 1, 17.13.4): where it begins and ends, and what refers to it. */
const MARKS = new Set(["commentRangeStart", "commentRangeEnd", "commentReference"]);

const withoutMarks = (xml: string): string | undefined => {
  if (!xml.includes("comment")) return undefined;
  const edits = new Edits(xml);
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd || !MARKS.has(localName(tag.name))) continue;
    const end = elementEnd(xml, tag);
    edits.replace(tag.start, end);
    tag = { ...tag, end };
  }
  return edits.result;
};

const withoutContent = (xml: string): string | undefined => {
  const root = /<(?:[\w.-]{1,40}:)?comments\b[^<>]*>/.exec(xml);
  if (root === null) return undefined;
  const start = root.index + root[0].length;
  const end = xml.lastIndexOf("</");
  return end < start ? undefined : xml.slice(0, start) + xml.slice(end);
};

/**
 * Comments are not printed, and LibreOffice does not open a document with a shape in one, or with one in a note, a header or a
 * footer.
 */
export const removeComments = (rewriting: PackageRewriter, parts: readonly string[]): void => {
  rewriting.change(relatedPart(rewriting.original, parts[0], "comments"), withoutContent);
  for (const part of parts) rewriting.change(part, withoutMarks);
};
