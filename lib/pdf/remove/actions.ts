import { dictOf, nameAt, resolve } from "../access.ts";
import { objectsNaming } from "../name-search.ts";
import { type Dict, Name, type Ref } from "../objects.ts";
import { dictionariesIn } from "../reachable-objects.ts";
import type { RemovedObjects } from "../removed-objects.ts";

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
