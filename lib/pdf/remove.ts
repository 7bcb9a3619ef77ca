import { dictAt } from "./access.ts";
import type { Budget } from "./budget.ts";
import { Departed } from "./departed.ts";
import { gather } from "./gather.ts";
import { keepLabels } from "./labels.ts";
import { dropUnkeepable } from "./losses.ts";
import type { Dict } from "./objects.ts";
import { freeFromNumbers } from "./page-numbers.ts";
import { setPages } from "./pages.ts";
import { pdfaPart } from "./pdfa.ts";
import { pruneActions } from "./prune/actions.ts";
import { pruneArticles } from "./prune/articles.ts";
import { pruneDestinations } from "./prune/destinations.ts";
import { pruneFields } from "./prune/fields.ts";
import { pruneLinks } from "./prune/links.ts";
import { pruneOutlines } from "./prune/outlines.ts";
import { entriesOf, pruneResources } from "./prune/resources.ts";
import { pruneStructure } from "./prune/structure.ts";
import type { Document } from "./read/open.ts";
import type { Writing } from "./write.ts";

/**
 * Takes pages, given by their zero-based positions, out of a document, and with them everything that is only theirs:
 * content, tags and their text, annotations, form fields, and what leads to them. The rest stays as it is.
 */
export const removePagesFrom = (document: Document, removed: ReadonlySet<number>, budget: Budget): Writing => {
  const { catalog, pages, info, version } = document;
  const kept = pages.flatMap((_, position) => (removed.has(position) ? [] : [position]));
  const staying = kept.map((position) => pages[position]!);
  const departed = new Departed(
    pages.filter((_, position) => removed.has(position)),
    staying,
  );
  const warnings = dropUnkeepable(document);
  const touched = entriesOf(departed.pages);
  const positions = new Map(kept.map((position, now) => [position, now]));
  const cells = gather([catalog, ...pages]);
  freeFromNumbers(document, cells, (page) => positions.get(page));
  pruneDestinations(catalog, departed);
  pruneOutlines(catalog, departed);
  pruneLinks(staying, departed);
  pruneActions(catalog, cells, departed);
  pruneFields(catalog, departed);
  pruneStructure(catalog, departed);
  pruneArticles(catalog, staying, departed);
  keepLabels(catalog, pages.length, kept);
  dropPrivateData(catalog);
  dictAt(catalog, "ViewerPreferences")?.delete("PrintPageRange");
  departed.bury();
  setPages(catalog, staying);
  pruneResources(catalog, staying, touched, budget);
  return { catalog, info, version, warnings, classic: pdfaPart(catalog, budget) === 1 };
};

/** Data of the programs that made the file, which may hold the whole document once more. */
const dropPrivateData = (catalog: Dict): void => {
  for (const key of ["PieceInfo", "SpiderInfo"]) catalog.delete(key);
};
