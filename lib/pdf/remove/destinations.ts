import { dictAt, dictOf } from "../access.ts";
import { nameTree, readNameTree } from "../name-trees.ts";
import { type Dict, Ref } from "../objects.ts";
import type { RemovedObjects } from "./removed.ts";

/** Removes named destinations on removed pages, and an OpenAction that only goes to a removed page. */
export const pruneDestinations = (catalog: Dict, removed: RemovedObjects): void => {
  const names = dictAt(catalog, "Names");
  const tree = readNameTree(names?.get("Dests"));
  const before = tree.size;
  for (const [name, place] of tree) {
    if (!removed.isRemovedDestination(place)) continue;
    removed.destinationNames.add(name);
    tree.delete(name);
  }
  if (tree.size === 0) names?.delete("Dests");
  else if (tree.size < before) names!.set("Dests", new Ref(nameTree(tree)));
  const old = dictAt(catalog, "Dests");
  for (const [name, place] of old ?? []) {
    if (!removed.isRemovedDestination(place)) continue;
    removed.destinationNames.add(name);
    old!.delete(name);
  }
  const opening = catalog.get("OpenAction");
  if (dictOf(opening) === undefined ? removed.isRemovedDestination(opening) : removed.isGoToRemovedPage(opening)) {
    catalog.delete("OpenAction");
  }
};
