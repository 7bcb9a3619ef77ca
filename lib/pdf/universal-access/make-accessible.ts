import { bytesAt, dictAt, dictOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Dict, makeDict } from "../objects.ts";
import type { Document } from "../read/open.ts";
import { textOfString, textString } from "../strings.ts";
import { describeLinks } from "./annotations.ts";
import { type Element, readElements, UnreadableTree } from "./elements.ts";
import { orderHeadings } from "./headings.ts";
import { arrangeLists } from "./lists.ts";
import { DocumentMarker } from "./mark-document.ts";
import { lackingHeads, lackingPictures, type Missing, type PageFacts, type PageNumber } from "./missing.ts";
import { notAccessible } from "./not-accessible.ts";
import { cleanEntries, languageTag, removeEmpty } from "./plain-entries.ts";
import { arrangeTables } from "./tables.ts";
import { arrangeText } from "./text-blocks.ts";
import { writeElements } from "./write-tree.ts";

/** What is known of a document that is to be PDF/UA. */
export interface DocumentFacts {
  /** What the page told from which it was printed. */
  readonly page?: PageFacts | undefined;
  /** Whether its pages may have headers and footers that are not marked. */
  readonly hasFooters?: boolean | undefined;
}

const elementsOf = (catalog: Dict, budget: Budget): Element | undefined => {
  try {
    return readElements(catalog, budget);
  } catch (error) {
    if (error instanceof UnreadableTree) throw notAccessible(`${error.message} (7.1)`);
    throw error;
  }
};

/** Marks the content of all pages. Throws INVALID_REQUEST for a page that cannot be read, or whose text has no tags at all. */
const markPages = ({ pages }: Document, top: Element, hasFooters: boolean, budget: Budget): DocumentMarker => {
  const marker = new DocumentMarker(top, hasFooters, budget);
  for (const [at, page] of pages.entries()) {
    if (!marker.page(page)) throw notAccessible(`page ${at + 1} cannot be read`);
    if (marker.hasLooseText) throw notAccessible(`page ${at + 1} has text without a tag (7.1)`);
  }
  if (marker.repeatsMarks) throw notAccessible("a part of a page is drawn several times (7.20)");
  return marker;
};

const numbersOf = ({ pages }: Document): PageNumber => {
  const numbers = new Map(pages.map((page, at) => [dictOf(page), at + 1]));
  return (page) => (page === undefined ? undefined : numbers.get(page));
};

/** Gives the catalog its language, if it is known. */
const setLanguage = (catalog: Dict, page: PageFacts | undefined): Missing[] => {
  const lang = bytesAt(catalog, "Lang");
  // Chromium writes its own language for a page that states none.
  const stated = page === undefined ? lang && textOfString(lang) : page.language;
  const tag = stated === undefined ? undefined : languageTag(stated);
  if (tag === undefined) return [{ lack: "language" }];
  catalog.set("Lang", textString(tag));
  return [];
};

/**
 * Makes a tagged document of ours as accessible as PDF/UA-1 (ISO 14289-1) asks for: its elements are put in order, and all of its
 * content belongs to them or is an artifact. Returns what only its author can add.
 */
export const makeAccessible = (
  document: Document,
  { page, hasFooters = false }: DocumentFacts,
  budget: Budget,
): Missing[] => {
  const { catalog, info } = document;
  const top = elementsOf(catalog, budget);
  if (top === undefined) return [{ lack: "tags" }];
  const numberOf = numbersOf(document);
  const pictures = lackingPictures(top, page, numberOf);
  const marker = markPages(document, top, hasFooters, budget);
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
  const title = bytesAt(info, "Title");
  const isTitled = title !== undefined && textOfString(title).trim() !== "";
  return [
    ...setLanguage(catalog, page),
    ...(isTitled ? [] : [{ lack: "title" } as const]),
    ...pictures,
    ...lackingHeads(top, numberOf),
  ];
};
