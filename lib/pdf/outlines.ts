import { dictAt, dictOf, numberAt } from "./access.ts";
import { type Dict, Name, Ref, type Value } from "./objects.ts";
import type { Part } from "./part.ts";
import { keyBytes, textString } from "./strings.ts";

/** The items right under an outline item, or under the outline itself; a chain that bites its tail ends there. */
export const itemsOf = (parent: Dict | undefined): Ref[] => {
  const items = new Set<Ref>();
  let next = parent?.get("First");
  while (next instanceof Ref && !items.has(next) && dictOf(next) !== undefined) {
    items.add(next);
    next = dictOf(next)!.get("Next");
  }
  return [...items];
};

/** How many rows an item shows: itself, and what is visible under it. */
const rowsOf = (item: Ref): number => 1 + Math.max(0, numberAt(item, "Count") ?? 0);

/** Hangs the items under a parent in their order; `open` tells whether they show (ISO 32000-2, 12.3.3). */
export const hang = (parent: Ref, items: Ref[], open: boolean): void => {
  const dict = dictOf(parent)!;
  for (const key of ["First", "Last", "Count"]) dict.delete(key);
  if (items.length === 0) return;
  items.forEach((item, index) => {
    const own = dictOf(item)!.set("Parent", parent);
    if (index > 0) own.set("Prev", items[index - 1]!);
    else own.delete("Prev");
    if (index + 1 < items.length) own.set("Next", items[index + 1]!);
    else own.delete("Next");
  });
  const rows = items.reduce((sum, item) => sum + rowsOf(item), 0);
  dict.set("First", items[0]!);
  dict.set("Last", items[items.length - 1]!);
  dict.set("Count", open ? rows : -rows);
};

/**
 * Gives every part a bookmark to its first page; the part's own bookmarks hang under it, folded up. Those of a part without
 * a title stand for themselves.
 */
export const joinOutlines = (parts: Part[], catalog: Dict): void => {
  const outline = new Ref(new Map([["Type", new Name("Outlines")]]));
  const tops = parts.flatMap((part) => {
    const own = itemsOf(dictAt(part.catalog, "Outlines"));
    if (part.title === undefined) return own;
    const destination = [part.pages[0]!, new Name("Fit")];
    const item = new Ref(
      new Map<string, Value>([
        ["Title", textString(part.title)],
        ["Dest", destination],
      ]),
    );
    hang(item, own, false);
    return [item];
  });
  if (tops.length === 0) return;
  hang(outline, tops, true);
  catalog.set("Outlines", outline);
};

/** A bookmark to be: its title, its level from 1, and the named destination that it leads to. */
export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly destination: string;
}

/** Gives a document these bookmarks, each under the last one of a smaller level; those under a top one are folded up. */
export const setBookmarks = (catalog: Dict, bookmarks: readonly Bookmark[]): void => {
  if (bookmarks.length === 0) return;
  const root = {
    level: 0,
    item: new Ref(new Map<string, Value>([["Type", new Name("Outlines")]])),
    under: [] as Ref[],
  };
  const open = [root];
  const close = (level: number) => {
    while (open.length > 1 && open.at(-1)!.level >= level) {
      const { item, under } = open.pop()!;
      hang(item, under, false);
    }
  };
  for (const { title, level, destination } of bookmarks) {
    close(level);
    const dict = new Map<string, Value>([
      ["Title", textString(title)],
      ["Dest", keyBytes(destination)],
    ]);
    const item = new Ref(dict);
    open.at(-1)!.under.push(item);
    open.push({ level, item, under: [] });
  }
  close(0);
  hang(root.item, root.under, true);
  catalog.set("Outlines", root.item);
};
