import type { Output } from "../../output/output.ts";
import { jobOutput } from "../jobs/job-output.ts";
import { openWithBudget } from "../read/open.ts";
import { archived } from "./archive.ts";
import type { PdfaLevel } from "./level.ts";

/** A document that Platen has made, and the level that it is to be written in. */
export interface ArchiveJob {
  readonly bytes: Uint8Array;
  readonly level: PdfaLevel;
  /** Where a large result goes; without a folder it stays in memory. */
  readonly folder?: string | undefined;
}

/** Writes a document as PDF/A. Throws INVALID_REQUEST where it cannot be PDF/A, or is too complex to be checked. */
export const writeArchived = ({ bytes, level, folder }: ArchiveJob): Output => {
  const { document, budget } = openWithBudget(bytes);
  return jobOutput(archived(document, level, budget), document.pages.length, [bytes], folder);
};
