import { dictAt, dictOf, numberAt } from "./access.ts";
import type { MergeSource } from "./merge-source.ts";
import { type Dict, Name, Ref, type Value } from "./objects.ts";
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
  while (next instanceof Ref && !claimed.has(next) && dictOf(next) !== undefined) {
    claimed.add(next);
    items.push(next);
    next = dictOf(next)!.get("Next");
  }
  return items;
};

/** How many rows an item takes in the viewer: itself and its visible descendants. */
const visibleItemCount = (item: Ref): number => 1 + Math.max(0, numberAt(item, "Count") ?? 0);

/**
 * Makes the items the children of a parent, in their order. With `open` the parent shows them (ISO 32000-2, 12.3.3).
 */
export const setOutlineItems = (parent: Ref, items: Ref[], open: boolean): void => {
  const dict = dictOf(parent)!;
  for (const key of ["First", "Last", "Count"]) dict.delete(key);
  if (items.length === 0) return;
  items.forEach((item, index) => {
    const itemDict = dictOf(item)!.set("Parent", parent);
    if (index > 0) itemDict.set("Prev", items[index - 1]!);
    else itemDict.delete("Prev");
    if (index + 1 < items.length) itemDict.set("Next", items[index + 1]!);
    else itemDict.delete("Next");
  });
  const visibleCount = items.reduce((sum, item) => sum + visibleItemCount(item), 0);
  dict.set("First", items[0]!);
  dict.set("Last", items[items.length - 1]!);
  dict.set("Count", open ? visibleCount : -visibleCount);
};

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
  const root = {
    level: 0,
    item: new Ref(new Map<string, Value>([["Type", new Name("Outlines")]])),
    kids: [] as Ref[],
  };
  const open = [root];
  const closeTo = (level: number) => {
    while (open.length > 1 && open.at(-1)!.level >= level) {
      const { item, kids } = open.pop()!;
      setOutlineItems(item, kids, false);
    }
  };
  for (const { title, level, destination } of bookmarks) {
    closeTo(level);
    const dict = new Map<string, Value>([
      ["Title", textString(title)],
      ["Dest", keyBytes(destination)],
    ]);
    const item = new Ref(dict);
    open.at(-1)!.kids.push(item);
    open.push({ level, item, kids: [] });
  }
  closeTo(0);
  setOutlineItems(root.item, root.kids, true);
  catalog.set("Outlines", root.item);
};

/**
 * Joins the outlines: each input with a title gets a closed item that opens its first page and contains its own items.
 * The items of an input without a title stay on the top level.
 */
export const joinOutlines = (sources: MergeSource[], catalog: Dict): void => {
  const outline = new Ref(new Map([["Type", new Name("Outlines")]]));
  const topItems = sources.flatMap((source) => {
    const ownItems = outlineItemsOf(dictAt(source.catalog, "Outlines"));
    if (source.title === undefined) return ownItems;
    const destination = [source.pages[0]!, new Name("Fit")];
    const item = new Ref(
      new Map<string, Value>([
        ["Title", textString(source.title)],
        ["Dest", destination],
      ]),
    );
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
  const below = new Map<Dict, Ref[]>();
  const claimed = new Set<Ref>();
  const kidsOf = (dict: Dict): Ref[] => {
    const items = outlineItemsOf(dict, claimed);
    below.set(dict, items);
    return items;
  };
  const targets = new Map<Dict, TargetEntries>();
  const visited = new Set<Value>();
  for (const item of postOrder(kidsOf(outline), kidsOf)) {
    const dict = dictOf(item)!;
    const kept = below.get(dict)!.filter((kid) => visited.has(kid) && !removed.has(kid));
    const firstTarget = kept.map((kid) => targets.get(dictOf(kid)!) ?? []).find(({ length }) => length > 0);
    if (removed.isLinkToRemovedPage(dict)) {
      for (const key of TARGET_KEYS) dict.delete(key);
      for (const [key, value] of firstTarget ?? []) dict.set(key, value);
      if (kept.length === 0) removed.add(item);
    }
    const ownTarget = TARGET_KEYS.flatMap((key) => (dict.has(key) ? [[key, dict.get(key)!] as const] : []));
    targets.set(dict, ownTarget.length > 0 ? ownTarget : (firstTarget ?? []));
    visited.add(item);
    setOutlineItems(item as Ref, kept, (numberAt(dict, "Count") ?? 0) >= 0);
  }
  const rootRef = catalog.get("Outlines");
  const root = rootRef instanceof Ref ? rootRef : new Ref(outline);
  const items = below.get(outline)!.filter((item) => visited.has(item) && !removed.has(item));
  if (items.length === 0) catalog.delete("Outlines");
  else {
    catalog.set("Outlines", root);
    setOutlineItems(root, items, true);
  }
};
