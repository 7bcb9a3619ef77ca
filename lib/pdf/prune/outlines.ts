import { dictAt, dictOf, numberAt } from "../access.ts";
import type { Departed } from "../departed.ts";
import { type Dict, Ref } from "../objects.ts";
import { hang, itemsOf } from "../outlines.ts";

const MAX_DEPTH = 100;

/** Takes out the bookmarks that lead to pages that leave; what hangs under one and stays moves up into its place. */
export const pruneOutlines = (catalog: Dict, departed: Departed): void => {
  const outline = dictAt(catalog, "Outlines");
  if (outline === undefined) return;
  const staying = (parent: Dict, depth: number): Ref[] =>
    (depth > MAX_DEPTH ? [] : itemsOf(parent)).flatMap((item) => {
      const dict = dictOf(item)!;
      const below = staying(dict, depth + 1);
      if (departed.isTargetOf(dict)) {
        departed.add(item);
        return below;
      }
      hang(item, below, (numberAt(dict, "Count") ?? 0) >= 0);
      return [item];
    });
  const cell = catalog.get("Outlines");
  const root = cell instanceof Ref ? cell : new Ref(outline);
  const items = staying(outline, 0);
  if (items.length === 0) catalog.delete("Outlines");
  else {
    catalog.set("Outlines", root);
    hang(root, items, true);
  }
};
