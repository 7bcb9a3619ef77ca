import { dictOf, numberAt } from "./access.ts";
import { type Dict, Name, Ref, type Value } from "./objects.ts";
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
