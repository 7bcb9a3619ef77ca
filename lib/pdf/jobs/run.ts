import { withJobFolder } from "../../workers/job-folder.ts";
import type { Output } from "../../workers/output.ts";
import { bytesIn } from "../../workers/transferable.ts";
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

/** Jobs that make a document. */
type DocumentJobKind = { [Job in PdfJobKind]: PdfJobResult<Job> extends Output ? Job : never }[PdfJobKind];

/**
 * Runs a job that makes a document. A small job runs on the serving thread. A large one, or one that exceeds its budget,
 * runs in a worker thread. The job takes over the bytes in the input; they may be empty afterwards.
 */
export const runPdfJob = <Job extends DocumentJobKind>(
  kind: Job,
  input: Omit<PdfJobInput<Job>, "folder">,
  signal: AbortSignal,
): Promise<Output> => {
  const size = bytesIn(input).reduce((sum, { length }) => sum + length, 0);
  return withJobFolder(size, async (folder) => {
    signal.throwIfAborted();
    const job = { ...input, folder } as PdfJobInput<Job>;
    if (size <= SERVING_THREAD_MAX_BYTES) {
      try {
        return (PDF_JOBS[kind] as (input: PdfJobInput<Job>, open: PdfOpener) => Output)(job, openOnServingThread);
      } catch (error) {
        if (!(error instanceof OverBudget)) throw toServiceError(error);
      }
    }
    return runInThread(kind, job, signal, { transfersBytes: true });
  });
};
