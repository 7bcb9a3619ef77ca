import type { Budget } from "./budget.ts";
import { dropInvalidatedParts } from "./invalidated-parts.ts";
import { pdfaPart } from "./pdfa-claim.ts";
import type { Document } from "./read/open.ts";
import type { OutputDocument } from "./write/write.ts";

/**
 * The output of a document that is written as a new file: without the parts that are invalid in it, such as signatures,
 * and PDF/A of the same part. Later changes of the document's catalog and pages are written too.
 */
export const rewritten = (document: Document, budget: Budget): OutputDocument => {
  const { catalog, info, version } = document;
  const warnings = dropInvalidatedParts(document);
  return { catalog, info, version, warnings, avoidsObjectStreams: pdfaPart(catalog, budget) === 1 };
};
