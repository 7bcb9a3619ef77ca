import { runPdfJob } from "../pdf/jobs/run.ts";
import { pdfEngine } from "./pdf-engine.ts";

/**
 * Removes pages from a PDF; the first page is 1. Throws INVALID_REQUEST for a page past the end, with its number and the
 * number of pages, and when no page would be left.
 */
export const removePages = pdfEngine<{ bytes: Uint8Array; field?: string; pages: number[] }>((input, signal) =>
  runPdfJob("remove", input, signal),
);
