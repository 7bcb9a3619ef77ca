import { dictAt, dictOf, nameAt, resolve } from "../access.ts";
import { objectsNaming } from "../name-search.ts";
import { nameTree, readNameTree } from "../name-trees.ts";
import { type Dict, Name, Ref } from "../objects.ts";
import { dictionariesIn } from "../reachable-objects.ts";
import type { RemovedObjects } from "../removed-objects.ts";

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
  else if (tree.size < sizeBefore) names?.set("Dests", new Ref(nameTree(tree)));
  const oldDests = dictAt(catalog, "Dests");
  for (const [name, place] of oldDests ?? []) {
    if (!removed.isRemovedDestination(place)) continue;
    removed.destinationNames.add(name);
    oldDests?.delete(name);
  }
  const openAction = catalog.get("OpenAction");
  if (
    dictOf(openAction) === undefined ? removed.isRemovedDestination(openAction) : removed.isGoToRemovedPage(openAction)
  ) {
    catalog.delete("OpenAction");
  }
};

/** An action without effect that other actions can follow (ISO 32000-2, 12.6.4.13). */
const noOperation = (next: ReturnType<Dict["get"]>): Dict =>
  new Map([["S", new Name("SetOCGState")], ["State", []], ...(next === undefined ? [] : [["Next", next] as const])]);

/** A larger action is not copied: many actions may have it as their next one. */
const COPIED_ACTION_MAX_ENTRIES = 32;

/**
 * Replaces go-to actions to removed pages by actions without effect, wherever they are: in buttons, page events, or
 * chains. The actions that follow them in a chain are kept.
 */
export const pruneActions = (catalog: Dict, objects: readonly Ref[], removed: RemovedObjects): void => {
  const holders = objectsNaming(objects, ["GoTo"]).map(({ value }) => value);
  for (const action of dictionariesIn([catalog, ...holders])) {
    if (nameAt(action, "S") !== "GoTo" || !removed.isRemovedDestination(action.get("D"))) continue;
    const next = action.get("Next");
    const nextAction = dictOf(next);
    const replacement =
      nextAction === undefined || nextAction === action || nextAction.size > COPIED_ACTION_MAX_ENTRIES
        ? noOperation(resolve(next) && next)
        : new Map(nextAction);
    action.clear();
    for (const [key, value] of replacement) action.set(key, value);
  }
};
