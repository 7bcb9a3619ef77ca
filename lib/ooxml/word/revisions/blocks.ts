import { attributeOf, elementEnd, nextTag } from "../../tags.ts";

/** A paragraph whose changes are accepted. */
interface Paragraph {
  readonly start: string;
  readonly properties: string;
  readonly content: string;
  readonly end: string;
  readonly hasContent: boolean;
}

/** An open element whose markup is only known at its end: a block, a cell, a row or the properties of a paragraph. */
export interface OpenBlock {
  /** Its name without the prefix of the part's own namespace; names of others begin with a colon. */
  readonly name: string;
  readonly start: string;
  /** Its content so far, with changes accepted. */
  content: string;
  /** Whether text, a picture or a field is left in it. */
  hasContent: boolean;
  /** Whether it is deleted; for a paragraph, whether its mark is. */
  isDeleted: boolean;
  /** How many paragraphs and tables, rows or cells are left in it, and whether some were deleted. */
  parts: number;
  hasDeletedParts: boolean;
  /** Whether its last part is a paragraph. */
  endsWithParagraph: boolean;
  /** The properties of a paragraph. */
  properties: string;
  /** A paragraph whose mark is deleted: its content belongs to the next paragraph. */
  joining: Paragraph | undefined;
}

export const openBlock = (name: string, start: string): OpenBlock => ({
  name,
  start,
  content: "",
  hasContent: false,
  isDeleted: false,
  parts: 0,
  hasDeletedParts: false,
  endsWithParagraph: false,
  properties: "",
  joining: undefined,
});

/** The most bookmarks that are kept of one deleted block. */
const KEPT_BOOKMARKS_LIMIT = 10;

/** The bookmarks that begin or end in markup, but not both, so that references to them stay whole. */
export const unpairedBookmarks = (markup: string): string => {
  if (!markup.includes("bookmark")) return "";
  const found = new Map<string, string>();
  for (let tag = nextTag(markup, 0); tag !== undefined; tag = nextTag(markup, tag.end)) {
    const [, kind] = /^(?:[^:]{1,100}:)?bookmark(Start|End)$/.exec(tag.name) ?? [];
    if (kind === undefined || tag.isEnd) continue;
    const id = attributeOf(markup, tag, "id") ?? "";
    if (!found.delete(id)) found.set(id, markup.slice(tag.start, elementEnd(markup, tag)));
  }
  return [...found.values()].slice(0, KEPT_BOOKMARKS_LIMIT).join("");
};

const markupOf = ({ start, properties, content, end }: Paragraph): string => start + properties + content + end;

/**
 * Ends the wait of a paragraph with a deleted mark that no paragraph follows. Word keeps it if something is left in it, or if
 * its place has to end with a paragraph.
 */
export const settleJoining = (block: OpenBlock, needsParagraph: boolean): void => {
  const { joining } = block;
  if (joining === undefined) return;
  block.joining = undefined;
  const isKept = joining.hasContent || (needsParagraph && !block.endsWithParagraph);
  block.content += isKept ? markupOf(joining) : unpairedBookmarks(joining.content);
  if (!isKept) return;
  block.parts++;
  block.endsWithParagraph = true;
};

/** Lets the next paragraph begin with the content of one whose mark is deleted. Its own properties count (17.13.5.15). */
export const takeJoining = (block: OpenBlock, paragraph: OpenBlock): void => {
  const { joining } = block;
  if (joining === undefined) return;
  block.joining = undefined;
  paragraph.content = joining.content;
  paragraph.hasContent = joining.hasContent;
};

const endParagraph = (
  parent: OpenBlock,
  { start, properties, content, hasContent, isDeleted }: OpenBlock,
  end: string,
) => {
  const paragraph = { start, properties, content, end, hasContent };
  if (isDeleted) {
    parent.joining = paragraph;
    return;
  }
  parent.content += markupOf(paragraph);
  parent.parts++;
  parent.endsWithParagraph = true;
};

/** Tables without rows and rows without cells go (17.13.5.12). */
const isGone = ({ name, isDeleted, parts, hasDeletedParts }: OpenBlock): boolean =>
  isDeleted || ((name === "tbl" || name === "tr") && hasDeletedParts && parts === 0);

/** Adds an element that has ended to the one that holds it. */
export const endBlock = (parent: OpenBlock, block: OpenBlock, end: string, emptyParagraph: string): void => {
  const { name } = block;
  if (name === "pPr") parent.properties = block.start + block.content + end;
  else if (name === "p") endParagraph(parent, block, end);
  else {
    settleJoining(block, name !== "sdtContent");
    const gone = isGone(block);
    if (name === "tbl" && !gone) settleJoining(parent, false);
    if (name === "tc" && block.parts === 0 && block.hasDeletedParts) block.content += emptyParagraph;
    parent.content += gone ? unpairedBookmarks(block.content) : block.start + block.content + end;
    if (name === "sdtContent") {
      parent.parts += block.parts;
      parent.hasDeletedParts ||= block.hasDeletedParts;
      parent.endsWithParagraph = block.endsWithParagraph;
    } else if (gone) parent.hasDeletedParts = true;
    else {
      parent.parts++;
      parent.endsWithParagraph = false;
    }
    parent.hasContent ||= block.hasContent && !gone;
    return;
  }
  parent.hasContent ||= block.hasContent;
};
