import { dictAt, dictOf } from "../access.ts";
import { nameTree, readNameTree } from "../name-trees.ts";
import { type Dict, Ref } from "../objects.ts";
import type { RemovedObjects } from "./removed.ts";

/** Removes named destinations on removed pages, and an OpenAction that only goes to a removed page. */
export const pruneDestinations = (catalog: Dict, removed: RemovedObjects): void => {
  const names = dictAt(catalog, "Names");
  const tree = readNameTree(names?.get("Dests"));
  const sizeBefore = tree.size;
  for (const [name, place] of tree) {
    if (!removed.isRemovedDestination(place)) continue;
    removed.destinationNames.add(name);
    tree.delete(name);
  }
  if (tree.size === 0) names?.delete("Dests");
  else if (tree.size < sizeBefore) names!.set("Dests", new Ref(nameTree(tree)));
  const oldDests = dictAt(catalog, "Dests");
  for (const [name, place] of oldDests ?? []) {
    if (!removed.isRemovedDestination(place)) continue;
    removed.destinationNames.add(name);
    oldDests!.delete(name);
  }
  const openAction = catalog.get("OpenAction");
  if (
    dictOf(openAction) === undefined ? removed.isRemovedDestination(openAction) : removed.isGoToRemovedPage(openAction)
  ) {
    catalog.delete("OpenAction");
  }
};
