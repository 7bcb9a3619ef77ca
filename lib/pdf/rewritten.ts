import type { Budget } from "./budget.ts";
import { dropInvalidatedParts } from "./invalidated-parts.ts";
import { pdfaPart } from "./pdfa.ts";
import type { Document } from "./read/open.ts";
import type { OutputDocument } from "./write/write.ts";

/**
 * A document that is written as a new file: without what cannot hold in it, such as signatures, and still PDF/A of its
 * part. Further changes of the document's catalog and pages go into the same file.
 */
export const rewritten = (document: Document, budget: Budget): OutputDocument => {
  const { catalog, info, version } = document;
  const warnings = dropInvalidatedParts(document);
  return { catalog, info, version, warnings, avoidsObjectStreams: pdfaPart(catalog, budget) === 1 };
};
