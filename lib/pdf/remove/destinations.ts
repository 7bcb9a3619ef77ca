import { dictAt, dictOf } from "../access.ts";
import { type Dict, Ref } from "../objects.ts";
import { nameTree, readNames } from "../trees.ts";
import type { Departed } from "./removed.ts";

/** Takes out the named destinations that lead to pages that leave, and the action on opening if it does. */
export const pruneDestinations = (catalog: Dict, departed: Departed): void => {
  const names = dictAt(catalog, "Names");
  const tree = readNames(names?.get("Dests"));
  const before = tree.size;
  for (const [name, place] of tree) {
    if (!departed.leadsHere(place)) continue;
    departed.names.add(name);
    tree.delete(name);
  }
  if (tree.size === 0) names?.delete("Dests");
  else if (tree.size < before) names!.set("Dests", new Ref(nameTree(tree)));
  const old = dictAt(catalog, "Dests");
  for (const [name, place] of old ?? []) {
    if (!departed.leadsHere(place)) continue;
    departed.names.add(name);
    old!.delete(name);
  }
  const opening = catalog.get("OpenAction");
  if (dictOf(opening) === undefined ? departed.leadsHere(opening) : departed.endsHere(opening)) {
    catalog.delete("OpenAction");
  }
};
