import { runPdfJob } from "../pdf/jobs/run.ts";
import { pdfEngine } from "./pdf-engine.ts";

/** Joins PDFs in the given order; `name` is the file's name, for its bookmark. */
export const mergePdf = pdfEngine<{ name: string; bytes: Uint8Array }[]>((files, signal) =>
  runPdfJob("merge", { files }, signal),
);
