import type { Budget } from "./budget.ts";
import { dropUnkeepable } from "./losses.ts";
import { pdfaPart } from "./pdfa.ts";
import type { Document } from "./read/open.ts";
import type { Writing } from "./write/write.ts";

/**
 * A document that is written as a new file: without what cannot hold in it, such as signatures, and still PDF/A of its
 * part. Further changes of the document's catalog and pages go into the same file.
 */
export const rewritten = (document: Document, budget: Budget): Writing => {
  const { catalog, info, version } = document;
  const warnings = dropUnkeepable(document);
  return { catalog, info, version, warnings, classic: pdfaPart(catalog, budget) === 1 };
};
