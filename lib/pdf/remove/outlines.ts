import { dictAt, dictOf, numberAt } from "../access.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { hang, itemsOf } from "../outlines.ts";
import { kidsFirst } from "./kids-first.ts";
import type { Departed } from "./removed.ts";

/** Keys that say where a bookmark leads. */
const LEADING = ["Dest", "A", "SE"];

/** Where a bookmark leads: what it holds under those keys. */
type Lead = readonly (readonly [string, Value])[];

/**
 * Takes out the bookmarks that lead to pages that leave. One under which others stay stays too, and leads where the first
 * of them leads.
 */
export const pruneOutlines = (catalog: Dict, departed: Departed): void => {
  const outline = dictAt(catalog, "Outlines");
  if (outline === undefined) return;
  const below = new Map<Dict, Ref[]>();
  const kidsOf = (dict: Dict): Ref[] => {
    const items = itemsOf(dict);
    below.set(dict, items);
    return items;
  };
  const leads = new Map<Dict, Lead>();
  const met = new Set<Value>();
  for (const item of kidsFirst(kidsOf(outline), kidsOf)) {
    const dict = dictOf(item)!;
    const staying = below.get(dict)!.filter((kid) => met.has(kid) && !departed.has(kid));
    const first = staying.map((kid) => leads.get(dictOf(kid)!) ?? []).find(({ length }) => length > 0);
    if (departed.isTargetOf(dict)) {
      for (const key of LEADING) dict.delete(key);
      for (const [key, value] of first ?? []) dict.set(key, value);
      if (staying.length === 0) departed.add(item);
    }
    const own = LEADING.flatMap((key) => (dict.has(key) ? [[key, dict.get(key)!] as const] : []));
    leads.set(dict, own.length > 0 ? own : (first ?? []));
    met.add(item);
    hang(item as Ref, staying, (numberAt(dict, "Count") ?? 0) >= 0);
  }
  const cell = catalog.get("Outlines");
  const root = cell instanceof Ref ? cell : new Ref(outline);
  const items = below.get(outline)!.filter((item) => met.has(item) && !departed.has(item));
  if (items.length === 0) catalog.delete("Outlines");
  else {
    catalog.set("Outlines", root);
    hang(root, items, true);
  }
};
