import { dictAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { gather } from "../gather.ts";
import { keepLabels } from "../labels.ts";
import { freeFromNumbers } from "../numbered-destinations.ts";
import type { Dict } from "../objects.ts";
import { setPages } from "../pages.ts";
import type { Document } from "../read/open.ts";
import { rewritten } from "../rewritten.ts";
import type { Writing } from "../write/write.ts";
import { pruneActions } from "./actions.ts";
import { pruneArticles } from "./articles.ts";
import { pruneDestinations } from "./destinations.ts";
import { pruneFields } from "./fields.ts";
import { pruneLinks } from "./links.ts";
import { pruneOutlines } from "./outlines.ts";
import { Departed } from "./removed.ts";
import { entriesOf, pruneResources } from "./resources.ts";
import { pruneStructure } from "./structure.ts";

/**
 * Takes pages, given by their zero-based positions, out of a document, and with them everything that is only theirs:
 * content, tags and their text, annotations, form fields, and what leads to them. The rest stays as it is.
 */
export const removePagesFrom = (document: Document, removed: ReadonlySet<number>, budget: Budget): Writing => {
  const { catalog, pages } = document;
  const kept = pages.flatMap((_, position) => (removed.has(position) ? [] : [position]));
  const staying = kept.map((position) => pages[position]!);
  const departed = new Departed(
    pages.filter((_, position) => removed.has(position)),
    staying,
  );
  const writing = rewritten(document, budget);
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
  return writing;
};

/** Data of the programs that made the file, which may hold the whole document once more. */
const dropPrivateData = (catalog: Dict): void => {
  for (const key of ["PieceInfo", "SpiderInfo"]) catalog.delete(key);
};
