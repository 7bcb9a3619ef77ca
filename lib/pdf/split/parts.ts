import { ServiceError } from "../../errors/service-error.ts";
import type { Budget } from "../budget.ts";
import { outlinePlaces } from "../outline-places.ts";
import { type PageRange, selectPages } from "../page-selection.ts";
import type { Document } from "../read/open.ts";

/** How a document is cut: after every n pages, into ranges of pages, or before the bookmarks down to a level. */
export type Cut =
  | { readonly every: number }
  | { readonly ranges: readonly PageRange[] }
  | { readonly bookmarks: number };

/** One file of a split document: its name, and the zero-based positions of its pages. */
export interface SplitPart {
  readonly name: string;
  readonly positions: readonly number[];
}

const PARTS_LIMIT = 1000;

/** The longest title in a name. File systems allow 255 bytes for a name. */
const TITLE_LIMIT_BYTES = 180;

/** A title as a part of a file name: without what separates folders, what Windows forbids in names, and control characters. */
const cleanTitle = (title: string): string => {
  const shown = title.slice(0, TITLE_LIMIT_BYTES).replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, " ");
  const words = shown.split(" ").filter((word) => word !== "");
  let [name, bytes] = ["", 0];
  for (const character of words.join(" ")) {
    bytes += Buffer.byteLength(character);
    if (bytes > TITLE_LIMIT_BYTES) break;
    name += character;
  }
  return name;
};

const refuse = (message: string): never => {
  throw new ServiceError("INVALID_REQUEST", message);
};

const from = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, at) => start + at);

interface UnnamedPart {
  readonly title?: string;
  readonly positions: readonly number[];
}

const cutBeforeBookmarks = ({ catalog, pages }: Document, level: number, budget: Budget): UnnamedPart[] => {
  const titles = new Map<number, string>();
  for (const { title, position } of outlinePlaces(catalog, pages, level, budget)) {
    if (!titles.has(position)) titles.set(position, title);
  }
  if (titles.size === 0) refuse(`bookmarks finds none in the file down to level ${level}.`);
  const starts = [...new Set([0, ...titles.keys()])].sort((a, b) => a - b);
  return starts.map((start, at) => ({
    title: titles.get(start) ?? "",
    positions: from(start, starts[at + 1] ?? pages.length),
  }));
};

const refuseMany = (way: string, parts: number): void => {
  if (parts > PARTS_LIMIT) refuse(`${way} makes ${parts} files, but at most ${PARTS_LIMIT} are made.`);
};

const cutRanges = (ranges: readonly PageRange[], count: number): UnnamedPart[] => {
  refuseMany("ranges", ranges.length);
  // All together are limited too: each range may have all pages.
  selectPages(ranges, count, "ranges");
  return ranges.map((range) => ({ positions: selectPages([range], count, "ranges") }));
};

const unnamedParts = (document: Document, cut: Cut, budget: Budget): UnnamedPart[] => {
  const count = document.pages.length;
  if ("ranges" in cut) return cutRanges(cut.ranges, count);
  if ("bookmarks" in cut) return cutBeforeBookmarks(document, cut.bookmarks, budget);
  const { every } = cut;
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => ({
    positions: from(at * every, Math.min(count, (at + 1) * every)),
  }));
};

/**
 * The parts into which a document is cut. They are named by their numbers, which sort as texts, and by their bookmarks:
 * `07 Annex.pdf`. Throws INVALID_REQUEST for a page that the document does not have, and for more than 1,000 parts.
 */
export const partsOf = (document: Document, cut: Cut, budget: Budget): SplitPart[] => {
  const parts = unnamedParts(document, cut, budget);
  refuseMany(Object.keys(cut)[0] ?? "", parts.length);
  const digits = String(parts.length).length;
  return parts.map(({ title = "", positions }, at) => {
    const number = String(at + 1).padStart(digits, "0");
    return { name: `${[number, cleanTitle(title)].filter((word) => word !== "").join(" ")}.pdf`, positions };
  });
};
