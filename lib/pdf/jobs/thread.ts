// The thread in which large PDFs are read and written.
import { serveThread } from "../../workers/serve-thread.ts";
import type { PdfJobInput, PdfJobKind, PdfOpener } from "./jobs.ts";

/** A job by its name, and its input. */
export interface PdfJob {
  readonly kind: PdfJobKind;
  readonly input: PdfJobInput<PdfJobKind>;
}

await serveThread(async () => {
  const [{ PDF_JOBS, openOnWorker }, { toServiceError }] = await Promise.all([
    import("./jobs.ts"),
    import("../service-error.ts"),
  ]);
  return ({ kind, input }: PdfJob): unknown => {
    try {
      return (PDF_JOBS[kind] as (input: PdfJobInput<PdfJobKind>, open: PdfOpener) => unknown)(input, openOnWorker);
    } catch (error) {
      throw toServiceError(error);
    }
  };
});
