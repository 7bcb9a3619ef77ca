import { bytesAt, dictAt, dictOf } from "../access.ts";
import { xmlText } from "../archive/information.ts";
import type { Budget } from "../budget.ts";
import { type Dict, makeDict } from "../objects.ts";
import type { Document } from "../read/open.ts";
import { textOfString, textString } from "../strings.ts";
import { describeLinks } from "./annotations.ts";
import { element, elementsIn, readElements, type StructureElement, UnreadableTree } from "./elements.ts";
import { orderHeadings } from "./headings.ts";
import { arrangeLists } from "./lists.ts";
import { DocumentMarker } from "./mark-document.ts";
import { lackingHeads, lackingPictures, type Missing, type PageNumber, type UnnamedPart } from "./missing.ts";
import { notAccessible } from "./not-accessible.ts";
import { cleanEntries, languageTag, removeEmpty } from "./plain-entries.ts";
import { arrangeTables } from "./tables.ts";
import { arrangeText } from "./text-blocks.ts";
import { writeElements } from "./write-tree.ts";

/** What is known of a document that is to be PDF/UA. */
export interface DocumentFacts {
  /** The parts without a name of the page from which it was printed. */
  readonly parts?: readonly UnnamedPart[] | undefined;
  /** The language that it states; null if it states none. By default the one in its catalog, which engines may have made up. */
  readonly language?: string | null | undefined;
  /** Whether its pages may have headers and footers that are not marked. */
  readonly hasFooters?: boolean | undefined;
}

const elementsOf = (catalog: Dict, budget: Budget): StructureElement | undefined => {
  try {
    return readElements(catalog, budget);
  } catch (error) {
    if (error instanceof UnreadableTree) throw notAccessible(`${error.message} (7.1)`);
    throw error;
  }
};

/**
 * Marks the content of all pages; undefined for a document that has text, but no tags. Throws INVALID_REQUEST for a page that
 * cannot be read, or whose text has no tags at all.
 */
const markPages = (
  { pages }: Document,
  top: StructureElement,
  hasFooters: boolean,
  budget: Budget,
): DocumentMarker | undefined => {
  const isTagged = top.kids.length > 0;
  const marker = new DocumentMarker(top, hasFooters && isTagged, budget);
  for (const [at, page] of pages.entries()) {
    if (!marker.page(page)) throw notAccessible(`page ${at + 1} cannot be read`);
    if (marker.hasLooseText && !isTagged) return undefined;
    if (marker.hasLooseText) throw notAccessible(`page ${at + 1} has text without a tag (7.1)`);
  }
  if (marker.repeatsMarks) throw notAccessible("a part of a page is drawn several times (7.20)");
  return marker;
};

const numbersOf = ({ pages }: Document): PageNumber => {
  const numbers = new Map(pages.map((page, at) => [dictOf(page), at + 1]));
  return (page) => (page === undefined ? undefined : numbers.get(page));
};

/** Sets the language of the catalog, if it is known. */
const setLanguage = (catalog: Dict, language: string | null | undefined): Missing[] => {
  const lang = bytesAt(catalog, "Lang") ?? new Uint8Array(0);
  const tag = languageTag(language === undefined ? textOfString(lang) : (language ?? ""));
  if (tag === undefined) return [{ lack: "language" }];
  catalog.set("Lang", textString(tag));
  return [];
};

/** Makes the first heading the title of a document without one. */
const setTitle = (info: Dict | undefined, top: StructureElement, marker: DocumentMarker): Missing[] => {
  const title = bytesAt(info, "Title");
  if (title !== undefined && xmlText(textOfString(title)) !== "") return [];
  const heading = [...elementsIn(top)].find(({ type }) => type === "H1");
  const text = heading === undefined ? "" : xmlText(marker.textOf(heading));
  if (text === "" || info === undefined) return [{ lack: "title" }];
  info.set("Title", textString(text));
  return [];
};

/**
 * Makes a tagged document of ours as accessible as PDF/UA-1 (ISO 14289-1) asks for: its elements are put in order, and all of its
 * content belongs to them or is an artifact. Returns what only its author can add.
 */
export const makeAccessible = (
  document: Document,
  { parts = [], language, hasFooters = false }: DocumentFacts,
  budget: Budget,
): Missing[] => {
  const { catalog, info } = document;
  // Chromium writes no tags for a page without text.
  const top = elementsOf(catalog, budget) ?? element("Document", []);
  const numberOf = numbersOf(document);
  const pictures = lackingPictures(top, parts, numberOf);
  const marker = markPages(document, top, hasFooters, budget);
  if (marker === undefined) return [{ lack: "tags" }];
  arrangeText(top);
  removeEmpty(top);
  arrangeLists(top);
  arrangeTables(top);
  orderHeadings(top);
  cleanEntries(top);
  describeLinks(document.pages, top, (link) => marker.textOf(link));
  writeElements(catalog, top);
  const preferences: Dict = new Map(dictAt(catalog, "ViewerPreferences") ?? makeDict({}));
  catalog.set("ViewerPreferences", preferences.set("DisplayDocTitle", true));
  return [
    ...setLanguage(catalog, language),
    ...setTitle(info, top, marker),
    ...pictures,
    ...lackingHeads(top, numberOf),
  ];
};
