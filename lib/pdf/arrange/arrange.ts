import type { Warning } from "../../output/warnings.ts";
import { arrayAt, dictOf, nameAt, numbersOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Matrix, multiply } from "../contents/matrix.ts";
import { prepareOutput } from "../invalidated-parts.ts";
import { Ref } from "../objects.ts";
import { setPages } from "../pages.ts";
import type { Drawable } from "../pictures/drawable.ts";
import { type LaidPage, layOut, type PageLayout } from "../pictures/page-layout.ts";
import { sheetOf } from "../pictures/picture-document.ts";
import type { Document } from "../read/open.ts";
import { shownArea, toShown } from "../shown-area.ts";
import { pageStamp } from "../stamp/page-stamp.ts";
import type { OutputDocument } from "../write/write.ts";
import { type NewPlaces, retarget } from "./retarget.ts";

const POINTS_PER_INCH = 72;

const TAGS_REMOVED: Warning = {
  code: "tags-removed",
  message: "Pages that are arranged on sheets have no tags.",
};

/** Entries of a catalog that are about the pages as they were. */
const PAGE_ENTRIES = ["StructTreeRoot", "MarkInfo", "PageLabels", "PageLayout", "Threads"];

/** A page as something to draw. */
const drawableOf = (page: Ref, field: string, budget: Budget): Drawable => {
  const { form, width, height } = pageStamp(page, field, budget);
  const resolution = { x: POINTS_PER_INCH, y: POINTS_PER_INCH };
  return { object: form, matrix: [1 / width, 0, 0, 1 / height, 0, 0], width, height, resolution, isVector: true };
};

/** A rectangle in its new place. */
const movedBox = (
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
  [a, , , d, e, f]: Matrix,
): number[] => [left * a + e, bottom * d + f, right * a + e, top * d + f];

/** The links of a page, where it stands on its sheet. Other annotations are left out: pages that Platen has made have none. */
const movedLinks = (page: Ref, sheet: Ref, matrix: Matrix): Ref[] =>
  (arrayAt(page, "Annots") ?? []).flatMap((annotation) => {
    const dict = dictOf(annotation);
    const box = numbersOf(dict?.get("Rect"), 4);
    if (dict === undefined || nameAt(dict, "Subtype") !== "Link" || box === undefined) return [];
    const moved = new Map(dict).set("Rect", movedBox(box, matrix)).set("P", sheet);
    for (const key of ["QuadPoints", "StructParent"]) moved.delete(key);
    return [new Ref(moved)];
  });

/** Makes the sheets of a layout, and finds out where each page stands. */
const makeSheets = (
  pages: readonly Ref[],
  laid: readonly LaidPage[],
  isFramed: boolean,
): { sheets: Ref[]; places: NewPlaces } => {
  const places = new Map<Ref, { sheet: Ref; matrix: Matrix }>();
  let next = 0;
  const sheets = laid.map((layout) => {
    const sheet = sheetOf(layout, isFramed);
    const links = layout.placed.flatMap(({ matrix }) => {
      const page = pages[next++];
      if (page === undefined) return [];
      const place = { sheet, matrix: multiply(toShown(shownArea(page)), matrix) };
      places.set(page, place);
      return movedLinks(page, sheet, place.matrix);
    });
    if (links.length > 0) dictOf(sheet)?.set("Annots", links);
    return sheet;
  });
  return { sheets, places };
};

/**
 * Arranges the pages of a document that Platen has made on sheets of paper. Links, bookmarks and destinations stay; tags go, because a
 * page that is drawn on another one has none.
 */
export const arrangePages = (document: Document, layout: PageLayout, field: string, budget: Budget): OutputDocument => {
  const { catalog, pages } = document;
  const drawables = pages.map((page) => drawableOf(page, field, budget));
  const { sheets, places } = makeSheets(pages, layOut(drawables, layout), layout.perPage > 1);
  const isTagged = catalog.has("StructTreeRoot");
  for (const entry of PAGE_ENTRIES) catalog.delete(entry);
  setPages(catalog, sheets);
  retarget(catalog, places);
  const output = prepareOutput(document, budget);
  return isTagged ? { ...output, warnings: [...output.warnings, TAGS_REMOVED] } : output;
};
