import { dictAt } from "../access.ts";
import { pruneArticleThreads } from "../article-threads.ts";
import type { Budget } from "../budget.ts";
import { pruneActions, pruneDestinations } from "../destinations/prune.ts";
import { pruneFields } from "../form-fields/fields.ts";
import { prepareOutput } from "../invalidated-parts.ts";
import { pruneLinks } from "../links.ts";
import type { Dict } from "../objects.ts";
import { pruneOutlines } from "../outlines.ts";
import { keepPageLabels } from "../page-labels.ts";
import { replacePageNumbers } from "../page-number-references.ts";
import { setPages } from "../pages.ts";
import { reachableObjects } from "../reachable-objects.ts";
import type { Document } from "../read/open.ts";
import { RemovedObjects } from "../removed-objects.ts";
import { pruneStructureTree } from "../structure-tree/prune.ts";
import type { OutputDocument } from "../write/write.ts";
import { pageEntries, pruneResources } from "./resources.ts";

/**
 * Removes pages, given by their zero-based positions, with everything that belongs only to them: content, structure
 * elements and their text, annotations, form fields, and the links to them. The rest is unchanged.
 */
export const removePagesFrom = (document: Document, positions: ReadonlySet<number>, budget: Budget): OutputDocument => {
  const { catalog, pages } = document;
  const kept = pages.flatMap((_, position) => (positions.has(position) ? [] : [position]));
  const keptPages = pages.filter((_, position) => !positions.has(position));
  const removed = new RemovedObjects(
    pages.filter((_, position) => positions.has(position)),
    keptPages,
  );
  const output = prepareOutput(document, budget);
  const usedEntries = pageEntries(removed.pages);
  const newPositions = new Map(kept.map((position, now) => [position, now]));
  const objects = reachableObjects([catalog, ...pages]);
  replacePageNumbers(document, objects, (page) => newPositions.get(page));
  pruneDestinations(catalog, removed);
  pruneOutlines(catalog, removed);
  pruneLinks(keptPages, removed);
  pruneActions(catalog, objects, removed);
  pruneFields(catalog, removed);
  pruneStructureTree(catalog, removed, budget);
  pruneArticleThreads(catalog, keptPages, removed);
  keepPageLabels(catalog, pages.length, kept);
  dropPrivateData(catalog);
  dictAt(catalog, "ViewerPreferences")?.delete("PrintPageRange");
  removed.nullify();
  setPages(catalog, keptPages);
  pruneResources(catalog, keptPages, usedEntries, budget);
  return output;
};

/** Removes private data of the programs that made the file, which may contain the whole document again. */
const dropPrivateData = (catalog: Dict): void => {
  for (const key of ["PieceInfo", "SpiderInfo"]) catalog.delete(key);
};
