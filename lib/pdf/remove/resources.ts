import { dictAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { objectsNaming } from "../name-search.ts";
import type { Dict, Ref } from "../objects.ts";
import { dictionariesIn, reachableObjects } from "../reachable-objects.ts";
import { categoryEntries, ResourceUse } from "./resource-use.ts";

/** Resource categories whose entries can hold a page's content. Fonts and colour spaces are always kept. */
const CONTENT_CATEGORIES = ["XObject", "Pattern", "Properties"];

/** Dictionaries of these categories that belong to something other than a page and its content. */
const entriesUsedElsewhere = (catalog: Dict, known: ReadonlySet<Dict>): Set<Dict> => {
  const objects = objectsNaming(reachableObjects(catalog), CONTENT_CATEGORIES);
  const holders = dictionariesIn([catalog, ...objects.map(({ value }) => value)]);
  return new Set(
    holders.filter((holder) => !known.has(holder)).flatMap((holder) => categoryEntries(holder, CONTENT_CATEGORIES)),
  );
};

/** The dictionaries of these categories in the pages' own resources. */
export const pageEntries = (pages: readonly Ref[]): Set<Dict> =>
  new Set(pages.flatMap((page) => categoryEntries(dictAt(page, "Resources") ?? new Map(), CONTENT_CATEGORIES)));

/**
 * Removes resource entries that only removed pages used. Pages may share one resource dictionary, so the images of removed
 * pages would otherwise stay in the file. `candidates` are the dictionaries that removed pages used.
 */
export const pruneResources = (
  catalog: Dict,
  keptPages: readonly Ref[],
  candidates: ReadonlySet<Dict>,
  budget: Budget,
): void => {
  const nonEmpty = [...candidates].filter((entries) => entries.size > 0);
  const entriesOfKeptPages = pageEntries(keptPages);
  if (!nonEmpty.some((entries) => entriesOfKeptPages.has(entries))) return;
  const use = new ResourceUse(budget);
  for (const page of keptPages) use.readPage(page);
  const protectedEntries = entriesUsedElsewhere(catalog, use.resourceDictionaries);
  for (const entries of nonEmpty) {
    const names = use.usedNames.get(entries);
    if (names === undefined || protectedEntries.has(entries)) continue;
    for (const name of entries.keys()) if (!names.has(name)) entries.delete(name);
  }
};
