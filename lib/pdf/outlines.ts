import { dictAt, dictOf, entriesOf, numberAt } from "./access.ts";
import type { MergeSource } from "./merge-source.ts";
import { type Dict, makeDict, Name, Ref, type Value } from "./objects.ts";
import { postOrder } from "./post-order.ts";
import type { RemovedObjects } from "./removed-objects.ts";
import { keyBytes, textString } from "./strings.ts";

/**
 * The items directly below an outline item or the outline dictionary, in their order. A chain ends at an item that was
 * claimed, by this parent or by another one: all are added to `claimed`.
 */
export const outlineItemsOf = (parent: Dict | undefined, claimed = new Set<Ref>()): Ref[] => {
  const items: Ref[] = [];
  let next = parent?.get("First");
  while (next instanceof Ref && !claimed.has(next)) {
    const dict = dictOf(next);
    if (dict === undefined) break;
    claimed.add(next);
    items.push(next);
    next = dict.get("Next");
  }
  return items;
};

/** How many rows an item takes in the viewer: itself and its visible descendants. */
const visibleItemCount = (item: Ref): number => 1 + Math.max(0, numberAt(item, "Count") ?? 0);

const setOrDelete = (dict: Dict | undefined, key: string, value: Value | undefined): void => {
  if (value === undefined) dict?.delete(key);
  else dict?.set(key, value);
};

/**
 * Makes the items the children of a parent, in their order. With `isOpen` the parent shows them (ISO 32000-2, 12.3.3).
 */
const setOutlineItems = (parent: Ref, items: readonly Ref[], isOpen: boolean): void => {
  const dict = dictOf(parent);
  for (const key of ["First", "Last", "Count"]) dict?.delete(key);
  for (const [index, item] of items.entries()) {
    const itemDict = dictOf(item)?.set("Parent", parent);
    setOrDelete(itemDict, "Prev", items[index - 1]);
    setOrDelete(itemDict, "Next", items[index + 1]);
  }
  const visibleCount = items.reduce((sum, item) => sum + visibleItemCount(item), 0);
  if (items.length === 0) return;
  setOrDelete(dict, "First", items[0]);
  setOrDelete(dict, "Last", items.at(-1));
  dict?.set("Count", isOpen ? visibleCount : -visibleCount);
};

const newItem = (title: string, destination: Value): Ref =>
  new Ref(makeDict({ Title: textString(title), Dest: destination }));

/** An outline item to create: its title, its level from 1, and the named destination that it opens. */
export interface OutlineEntry {
  readonly title: string;
  readonly level: number;
  readonly destination: string;
}

/**
 * Replaces the outline of a document. Each entry becomes a child of the last entry with a smaller level; items of level
 * 1 are closed.
 */
export const setOutline = (catalog: Dict, bookmarks: readonly OutlineEntry[]): void => {
  if (bookmarks.length === 0) return;
  const outline = new Ref(makeDict({ Type: new Name("Outlines") }));
  const topItems: Ref[] = [];
  /** The entry whose children are collected, and those above it. */
  const open: { readonly level: number; readonly item: Ref; readonly kids: Ref[] }[] = [];
  const closeTo = (level: number) => {
    for (let last = open.at(-1); last !== undefined && last.level >= level; last = open.at(-1)) {
      setOutlineItems(last.item, last.kids, false);
      open.pop();
    }
  };
  for (const { title, level, destination } of bookmarks) {
    closeTo(level);
    const item = newItem(title, keyBytes(destination));
    (open.at(-1)?.kids ?? topItems).push(item);
    open.push({ level, item, kids: [] });
  }
  closeTo(0);
  setOutlineItems(outline, topItems, true);
  catalog.set("Outlines", outline);
};

/**
 * Joins the outlines: each input with a title gets a closed item that opens its first page and contains its own items.
 * The items of an input without a title stay on the top level.
 */
export const joinOutlines = (sources: readonly MergeSource[], catalog: Dict): void => {
  const outline = new Ref(makeDict({ Type: new Name("Outlines") }));
  const topItems = sources.flatMap(({ title, catalog: own, pages }) => {
    const ownItems = outlineItemsOf(dictAt(own, "Outlines"));
    if (title === undefined) return ownItems;
    const item = newItem(title, [...pages.slice(0, 1), new Name("Fit")]);
    setOutlineItems(item, ownItems, false);
    return [item];
  });
  if (topItems.length === 0) return;
  setOutlineItems(outline, topItems, true);
  catalog.set("Outlines", outline);
};

/** Keys of an outline item that hold its target. */
const TARGET_KEYS = ["Dest", "A", "SE"];

/** The target of an outline item: its entries under those keys. */
type TargetEntries = readonly (readonly [string, Value])[];

/**
 * Removes outline items that lead to removed pages. An item whose kids are kept is kept too, and gets the target of the
 * first of them.
 */
export const pruneOutlines = (catalog: Dict, removed: RemovedObjects): void => {
  const outline = dictAt(catalog, "Outlines");
  if (outline === undefined) return;
  const below = new Map<Dict, readonly Ref[]>();
  const claimed = new Set<Ref>();
  const kidsOf = (dict: Dict): readonly Ref[] => {
    const items = outlineItemsOf(dict, claimed);
    below.set(dict, items);
    return items;
  };
  const targets = new Map<Value, TargetEntries>();
  const keptBelow = (dict: Dict): Ref[] =>
    (below.get(dict) ?? []).filter((kid) => targets.has(kid) && !removed.has(kid));
  for (const { node: item, dict } of postOrder(kidsOf(outline), kidsOf)) {
    const kept = keptBelow(dict);
    const firstTarget = kept.map((kid) => targets.get(kid) ?? []).find(({ length }) => length > 0) ?? [];
    if (removed.isLinkToRemovedPage(dict)) {
      for (const key of TARGET_KEYS) dict.delete(key);
      for (const [key, value] of firstTarget) dict.set(key, value);
      if (kept.length === 0) removed.add(item);
    }
    const ownTarget = entriesOf(dict, TARGET_KEYS);
    targets.set(item, ownTarget.length > 0 ? ownTarget : firstTarget);
    setOutlineItems(item, kept, (numberAt(dict, "Count") ?? 0) >= 0);
  }
  const rootRef = catalog.get("Outlines");
  const root = rootRef instanceof Ref ? rootRef : new Ref(outline);
  const items = keptBelow(outline);
  if (items.length > 0) setOutlineItems(root, items, true);
  setOrDelete(catalog, "Outlines", items.length > 0 ? root : undefined);
};
