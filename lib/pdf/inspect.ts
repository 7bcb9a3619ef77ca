import { setImmediate } from "node:timers/promises";
import { Limit } from "../workers/limit.ts";
import { OverBudget } from "./budget.ts";
import { openAndKeep } from "./jobs/run.ts";
import { runInThread } from "./jobs/threads.ts";
import { toServiceError } from "./service-error.ts";

/** Milliseconds after which an inspection in a worker thread is aborted. */
const INSPECTION_TIMEOUT_MS = 10_000;

/** Inspections that run in worker threads at the same time: each takes tens of megabytes of memory. */
const inspectionLimit = new Limit(2);

const neverAborted = new AbortController().signal;

const inspectInThread = (bytes: Uint8Array): Promise<{ pages: number }> =>
  inspectionLimit.run(neverAborted, async () => {
    const timeout = AbortSignal.timeout(INSPECTION_TIMEOUT_MS);
    try {
      return await runInThread("inspect", { bytes }, timeout);
    } catch (error) {
      throw error === timeout.reason ? toServiceError(new OverBudget("The PDF takes too long to read.")) : error;
    }
  });

/** Inspections in worker threads by their input, for another caller with the same bytes. */
const inspectionsByBytes = new WeakMap<Uint8Array, Promise<{ pages: number }>>();

/**
 * Counts the pages of a PDF. Throws UNSUPPORTED_MEDIA_TYPE for bytes that are not a PDF or are damaged beyond repair,
 * and INVALID_REQUEST for a file that needs a password or is a bomb. The document stays open for the engine that gets
 * the same bytes.
 */
export const inspectPdf = async (bytes: Uint8Array): Promise<{ pages: number }> => {
  await setImmediate();
  try {
    return { pages: openAndKeep(bytes).document.pages.length };
  } catch (error) {
    if (!(error instanceof OverBudget)) throw toServiceError(error);
    const known = inspectionsByBytes.get(bytes) ?? inspectInThread(bytes);
    inspectionsByBytes.set(bytes, known);
    return known;
  }
};
