import { dictAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { dictionariesIn, gather } from "../gather.ts";
import { mentioning } from "../mentions.ts";
import type { Dict, Ref } from "../objects.ts";
import { categoriesIn, Drawn } from "./drawn.ts";

/** Categories whose entries can hold what a page shows; fonts and colours are left alone. */
const TELLING = ["XObject", "Pattern", "Properties"];

/** Dictionaries of resources that something other than a page, and what it draws, can make use of. */
const claimed = (catalog: Dict, known: ReadonlySet<Dict>): Set<Dict> => {
  const cells = mentioning(gather(catalog), TELLING);
  const holders = dictionariesIn([catalog, ...cells.map(({ value }) => value)]);
  return new Set(holders.filter((holder) => !known.has(holder)).flatMap((holder) => categoriesIn(holder, TELLING)));
};

/** The dictionaries of a category that pages draw from directly. */
export const entriesOf = (pages: readonly Ref[]): Set<Dict> =>
  new Set(pages.flatMap((page) => categoriesIn(dictAt(page, "Resources") ?? new Map(), TELLING)));

/**
 * Pages may share one dictionary of resources. Takes out of `touched`, which pages that have left drew from, what only
 * they have used: their images would stay in the file otherwise.
 */
export const pruneResources = (
  catalog: Dict,
  staying: readonly Ref[],
  touched: ReadonlySet<Dict>,
  budget: Budget,
): void => {
  const shared = [...touched].filter((entries) => entries.size > 0);
  const held = entriesOf(staying);
  if (!shared.some((entries) => held.has(entries))) return;
  const drawn = new Drawn(budget);
  for (const page of staying) drawn.page(page);
  const kept = claimed(catalog, drawn.holders);
  for (const entries of shared) {
    const names = drawn.taken.get(entries);
    if (names === undefined || kept.has(entries)) continue;
    for (const name of entries.keys()) if (!names.has(name)) entries.delete(name);
  }
};
