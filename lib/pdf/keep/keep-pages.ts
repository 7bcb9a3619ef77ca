import { dictAt } from "../access.ts";
import { pruneArticleThreads } from "../article-threads.ts";
import type { Budget } from "../budget.ts";
import { pruneActions, pruneDestinations } from "../destinations/prune.ts";
import { pruneFields } from "../form-fields/fields.ts";
import { prepareOutput } from "../invalidated-parts.ts";
import { pruneLinks } from "../links.ts";
import type { Dict, Ref } from "../objects.ts";
import { pruneOutlines } from "../outlines.ts";
import { keepPageLabels } from "../page-labels.ts";
import { replacePageNumbers } from "../page-number-references.ts";
import { setPages } from "../pages.ts";
import { reachableObjects } from "../reachable-objects.ts";
import type { Document } from "../read/open.ts";
import { RemovedObjects } from "../removed-objects.ts";
import { pruneStructureTree } from "../structure-tree/prune.ts";
import type { OutputDocument } from "../write/write.ts";
import { copyPage, copyWarnings } from "./copy-page.ts";
import { pageEntries, pruneResources } from "./resources.ts";

/** The pages at these zero-based positions, in their order; a page that is repeated has a copy at each later place. */
const placePages = (document: Document, order: readonly number[], budget: Budget): Ref[] => {
  const placed = new Set<number>();
  return order.flatMap((position) => {
    const page = document.pages[position];
    if (page === undefined) return [];
    if (placed.has(position)) return [copyPage(page, document.catalog, budget)];
    placed.add(position);
    return [page];
  });
};

/**
 * Keeps the pages at these zero-based positions, in this order, and removes all others with everything that belongs only to
 * them: content, structure elements and their text, annotations, form fields, and the links to them. The rest is unchanged.
 * A page whose position is repeated is repeated.
 */
export const keepPages = (document: Document, order: readonly number[], budget: Budget): OutputDocument => {
  const { catalog, pages } = document;
  const positions = new Set(order);
  const keptPages = pages.filter((_, position) => positions.has(position));
  const removed = new RemovedObjects(
    pages.filter((_, position) => !positions.has(position)),
    keptPages,
  );
  const output = prepareOutput(document, budget);
  const usedEntries = pageEntries(removed.pages);
  const newPositions = firstPlaces(order);
  const objects = usedObjects(catalog, keptPages, removed);
  replacePageNumbers(document, objects, (page) => newPositions.get(page));
  pruneDestinations(catalog, removed);
  pruneOutlines(catalog, removed);
  const losses = pruneLinks(keptPages, removed);
  pruneActions(catalog, objects, removed);
  pruneFields(catalog, removed);
  pruneStructureTree(catalog, removed, budget);
  pruneArticleThreads(catalog, keptPages, removed);
  keepPageLabels(catalog, pages.length, order);
  dropPrivateData(catalog);
  dictAt(catalog, "ViewerPreferences")?.delete("PrintPageRange");
  removed.nullify();
  document.pages = placePages(document, order, budget);
  setPages(catalog, document.pages);
  pruneResources(catalog, keptPages, usedEntries, budget);
  if (order.length > positions.size) losses.push(...copyWarnings(catalog));
  return { ...output, warnings: [...output.warnings, ...losses] };
};

/** The objects that may hold actions and destinations which stay. A structure tree holds none. */
const usedObjects = (catalog: Dict, keptPages: readonly Ref[], removed: RemovedObjects): Ref[] => {
  const entries = [...catalog].filter(([key]) => key !== "StructTreeRoot");
  return reachableObjects([new Map(entries), ...keptPages], undefined, removed.pages);
};

/** The first place of each position in the order. */
const firstPlaces = (order: readonly number[]): Map<number, number> =>
  new Map(order.map((position, place): [number, number] => [position, place]).reverse());

/** Removes private data of the programs that made the file, which may contain the whole document again. */
const dropPrivateData = (catalog: Dict): void => {
  for (const key of ["PieceInfo", "SpiderInfo"]) catalog.delete(key);
};
