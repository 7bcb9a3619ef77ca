import { OverBudget, SERVING_THREAD_LIMIT_MS, servingThreadBudget } from "../budget.ts";
import { openPdf } from "../read/open.ts";
import { toServiceError } from "../service-error.ts";
import {
  type OpenedPdf,
  PDF_JOBS,
  type PdfJobInput,
  type PdfJobKind,
  type PdfJobResult,
  type PdfOpener,
} from "./jobs.ts";
import { runInThread } from "./threads.ts";

/** Smaller jobs run on the serving thread, in less time than a worker thread takes to start. */
const SERVING_THREAD_MAX_BYTES = 524_288;

/** Documents that were opened by an inspection, for the job that follows. */
const openedByBytes = new WeakMap<Uint8Array, OpenedPdf>();

/**
 * Opens a document with the budget of the serving thread, or returns the one that an inspection left open; each is used
 * once.
 */
const openOnServingThread: PdfOpener = (bytes) => {
  const known = openedByBytes.get(bytes);
  openedByBytes.delete(bytes);
  known?.budget.restartClock(SERVING_THREAD_LIMIT_MS);
  if (known !== undefined) return known;
  const budget = servingThreadBudget();
  return { document: openPdf(bytes, budget), budget };
};

/** Opens a document and keeps it open for the job that follows. */
export const openAndKeep: PdfOpener = (bytes) => {
  const document = openOnServingThread(bytes);
  openedByBytes.set(bytes, document);
  return document;
};

/**
 * Runs a job on files with a total size in bytes: a small one on the serving thread, a large one or one that exceeds
 * the budget in a worker thread. With `move`, a large job takes over the files' memory where possible.
 */
export const runPdfJob = async <Job extends PdfJobKind>(
  kind: Job,
  input: PdfJobInput<Job>,
  size: number,
  signal: AbortSignal,
  move = false,
): Promise<PdfJobResult<Job>> => {
  signal.throwIfAborted();
  if (size <= SERVING_THREAD_MAX_BYTES) {
    try {
      return (PDF_JOBS[kind] as (input: PdfJobInput<Job>, open: PdfOpener) => PdfJobResult<Job>)(
        input,
        openOnServingThread,
      );
    } catch (error) {
      if (!(error instanceof OverBudget)) throw toServiceError(error);
    }
  }
  return runInThread(kind, input, signal, move);
};
