import { runPdfJob } from "../pdf/jobs/run.ts";
import { pdfEngine } from "./pdf-engine.ts";

/**
 * Joins PDFs in the given order; `name` is the file's name, for its bookmark. An error in opening a file names its
 * `field`.
 */
export const mergePdf = pdfEngine<readonly { name: string; bytes: Uint8Array; field?: string }[]>((files, signal) =>
  runPdfJob("merge", { files }, signal),
);
