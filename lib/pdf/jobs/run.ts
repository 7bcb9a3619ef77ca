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

/** Up to this many bytes a job is done at once: in less time than a thread takes to start. */
const SERVING_THREAD_MAX_BYTES = 524_288;

/** Documents that somebody has looked at, for the job that follows. */
const openedByBytes = new WeakMap<Uint8Array, OpenedPdf>();

/** Opens with what the serving thread may spend, or gives the document that was opened before; each is used up once. */
const openOnServingThread: PdfOpener = (bytes) => {
  const known = openedByBytes.get(bytes);
  openedByBytes.delete(bytes);
  known?.budget.restartClock(SERVING_THREAD_LIMIT_MS);
  if (known !== undefined) return known;
  const budget = servingThreadBudget();
  return { document: openPdf(bytes, budget), budget };
};

/** Opens a document and remembers it for the job that follows. */
export const openAndKeep: PdfOpener = (bytes) => {
  const document = openOnServingThread(bytes);
  openedByBytes.set(bytes, document);
  return document;
};

/**
 * Runs a job on files of a total size: a small one at once, a large one, or one that turns out to be more than it looks,
 * in a thread of its own. A large job takes its files' bytes over where it may (`move`).
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
