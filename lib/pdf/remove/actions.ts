import { dictOf, nameAt, resolve } from "../access.ts";
import { dictionariesIn } from "../gather.ts";
import { mentioning } from "../mentions.ts";
import { type Dict, Name, type Ref } from "../objects.ts";
import type { Departed } from "./removed.ts";

/** Changes nothing, and may be followed by other actions (ISO 32000-2, 12.6.4.13). */
const nothing = (next: ReturnType<Dict["get"]>): Dict =>
  new Map([["S", new Name("SetOCGState")], ["State", []], ...(next === undefined ? [] : [["Next", next] as const])]);

/**
 * Actions that go to pages that leave do nothing from now on, wherever they stand: at buttons, on opening a page, in the
 * middle of a chain. What follows them in a chain stays.
 */
export const pruneActions = (catalog: Dict, cells: readonly Ref[], departed: Departed): void => {
  const holders = mentioning(cells, ["GoTo"]).map(({ value }) => value);
  for (const action of dictionariesIn([catalog, ...holders])) {
    if (nameAt(action, "S") !== "GoTo" || !departed.leadsHere(action.get("D"))) continue;
    const next = action.get("Next");
    const following = dictOf(next);
    const instead =
      following === undefined || following === action ? nothing(resolve(next) && next) : new Map(following);
    action.clear();
    for (const [key, value] of instead) action.set(key, value);
  }
};
