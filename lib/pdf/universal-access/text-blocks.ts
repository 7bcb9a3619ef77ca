import { element, isContent, isElement, type Kid, type StructureElement } from "./elements.ts";

/** Elements that only group others (ISO 32000-1, 14.8.4.2). */
const GROUPS = new Set(["Document", "Part", "Art", "Sect", "Div", "BlockQuote"]);

/** Elements within a line (ISO 32000-1, 14.8.4.4). */
const INLINE = new Set(
  "Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu Formula Figure Form".split(" "),
);
/** Those of them that may also stand outside of a line. */
const STANDING = new Set(["Figure", "Form", "Formula"]);

/** The entries with which an element has a meaning of its own, even without a type. */
const MEANINGS = ["Lang", "Alt", "ActualText", "E", "ID"];

const isInline = (kid: Kid): boolean => !isElement(kid) || INLINE.has(kid.type);

const standsAlone = (kid: Kid): boolean => isElement(kid) && STANDING.has(kid.type);

/** The kids of a group; each run of text and inline elements becomes a paragraph. */
const inParagraphs = (kids: readonly Kid[]): Kid[] => {
  const blocks: Kid[] = [];
  let run: Kid[] = [];
  const endRun = () => {
    if (run.every(standsAlone)) blocks.push(...run);
    else blocks.push(element("P", run));
    run = [];
  };
  for (const kid of kids) {
    if (isInline(kid)) run.push(kid);
    else {
      endRun();
      blocks.push(kid);
    }
  }
  endRun();
  return blocks;
};

const hasMeaning = ({ dict }: StructureElement): boolean => MEANINGS.some((key) => dict.has(key));

/** Whether an element without a type is only text, which is part of the line around it. */
const isText = ({ kids }: StructureElement): boolean => kids.every((kid) => isContent(kid));

/** What takes the place of an element without a type. */
const replaced = (untyped: StructureElement, isInGroup: boolean): Kid[] => {
  const { kids } = untyped;
  if (hasMeaning(untyped)) {
    untyped.type = kids.every(isInline) ? "Span" : "Div";
    if (untyped.type === "Div") untyped.kids = inParagraphs(kids);
    return [untyped];
  }
  return isInGroup && !isText(untyped) ? inParagraphs(kids) : kids;
};

/**
 * Replaces elements without a type by what is in them, so that text which stands in a group is in paragraphs. Chromium has an
 * element without a type for each box and for each piece of text. `isInside` says whether the element itself is in a group.
 */
export const arrangeText = (top: StructureElement, isInside = false): void => {
  const isInGroup = GROUPS.has(top.type) || (top.type === "NonStruct" && isInside);
  const kids: Kid[] = [];
  for (const kid of top.kids) {
    if (!isElement(kid)) {
      kids.push(kid);
      continue;
    }
    arrangeText(kid, isInGroup);
    if (kid.type === "NonStruct") for (const inner of replaced(kid, isInGroup)) kids.push(inner);
    else kids.push(kid);
  }
  top.kids = GROUPS.has(top.type) ? inParagraphs(kids) : kids;
};
