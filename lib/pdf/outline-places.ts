import { bytesAt, dictAt, dictOf, get, resolve } from "./access.ts";
import type { Budget } from "./budget.ts";
import { destinationKey } from "./destinations/names.ts";
import { keyText, readNameTree } from "./name-trees.ts";
import { type Dict, Ref, type Value } from "./objects.ts";
import { outlineItemsOf } from "./outlines.ts";
import { readTextString } from "./text-strings.ts";

/** A bookmark: its title, its level from 1, and the zero-based position of the page that it opens. */
interface OutlinePlace {
  readonly title: string;
  readonly level: number;
  readonly position: number;
}

/** Finds the page of a destination, explicit or named (ISO 32000-2, 12.3.2). */
const pageFinder = (catalog: Dict, pages: readonly Ref[]): ((destination: Value | undefined) => number | undefined) => {
  const positions = new Map(pages.map((page, position) => [page, position]));
  let names: Map<string, Value> | undefined;
  const placeNamed = (name: string): Value | undefined => {
    names ??= readNameTree(get(dictAt(catalog, "Names"), "Dests"));
    return names.get(name) ?? dictAt(catalog, "Dests")?.get(name);
  };
  const explicit = (place: Value | undefined): number | undefined => {
    const direct = resolve(place);
    const destination = direct instanceof Map ? get(direct, "D") : direct;
    const page = Array.isArray(destination) ? destination[0] : undefined;
    if (typeof page === "number") return pages[page] === undefined ? undefined : page;
    return page instanceof Ref ? positions.get(page) : undefined;
  };
  return (destination) => {
    const name = keyText(destination);
    return explicit(name === undefined ? destination : placeNamed(name));
  };
};

/** Bytes of a title that are read: more than a file name has. */
const TITLE_LIMIT_BYTES = 1024;

const titleOf = (item: Dict | undefined, budget: Budget): string => {
  const title = bytesAt(item, "Title")?.subarray(0, TITLE_LIMIT_BYTES) ?? new Uint8Array(0);
  budget.spendValues(1 + title.length);
  return readTextString(title);
};

/** The bookmarks down to a level that open a page of the document, in the order of the outline. */
export const outlinePlaces = (
  catalog: Dict,
  pages: readonly Ref[],
  deepest: number,
  budget: Budget,
): OutlinePlace[] => {
  const pageOf = pageFinder(catalog, pages);
  const places: OutlinePlace[] = [];
  const claimed = new Set<Ref>();
  const open: { readonly item: Ref; readonly level: number }[] = [];
  const openBelow = (parent: Dict | undefined, level: number): void => {
    for (const item of outlineItemsOf(parent, claimed).reverse()) open.push({ item, level });
  };
  openBelow(dictAt(catalog, "Outlines"), 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item, level } = next;
    const dict = dictOf(item);
    budget.spendValues(1);
    if (level < deepest) openBelow(dict, level + 1);
    const holder = dict?.has("Dest") ? dict : dictAt(dict, "A");
    const key = holder && destinationKey(holder);
    const position = key && pageOf(holder.get(key));
    if (position === undefined) continue;
    places.push({ title: titleOf(dict, budget), level, position });
  }
  return places;
};
