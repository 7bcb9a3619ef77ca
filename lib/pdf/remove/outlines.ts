import { dictAt, dictOf, numberAt } from "../access.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { outlineItemsOf, setOutlineItems } from "../outlines.ts";
import { postOrder } from "./post-order.ts";
import type { RemovedObjects } from "./removed.ts";

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
