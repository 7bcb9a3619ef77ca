import { setImmediate } from "node:timers/promises";
import { Limit } from "../workers/limit.ts";
import { OverBudget } from "./budget.ts";
import { look } from "./jobs/run.ts";
import { runInThread } from "./jobs/threads.ts";
import { toRefusal } from "./refusal.ts";

/** Milliseconds after which an inspection in a thread of its own is given up. */
const INSPECTION_TIMEOUT_MS = 10_000;

/** Inspections in threads of their own at once: each takes tens of megabytes, and processor time from the others. */
const inspections = new Limit(2);

const never = new AbortController().signal;

const inspectInThread = (bytes: Uint8Array): Promise<{ pages: number }> =>
  inspections.run(never, async () => {
    const timeout = AbortSignal.timeout(INSPECTION_TIMEOUT_MS);
    try {
      return await runInThread("inspect", { bytes }, timeout);
    } catch (error) {
      throw error === timeout.reason ? toRefusal(new OverBudget("The PDF takes too long to read.")) : error;
    }
  });

/** Inspections in threads, for whoever asks of the same bytes again. */
const inspected = new WeakMap<Uint8Array, Promise<{ pages: number }>>();

/**
 * Looks into a PDF without working on it: how many pages it has. Throws UNSUPPORTED_MEDIA_TYPE for what is no PDF or is
 * damaged beyond repair, INVALID_REQUEST for one that needs a password, and for a bomb. What it has read serves the
 * engine that gets the same bytes.
 */
export const inspectPdf = async (bytes: Uint8Array): Promise<{ pages: number }> => {
  await setImmediate();
  try {
    return { pages: look(bytes).document.pages.length };
  } catch (error) {
    if (!(error instanceof OverBudget)) throw toRefusal(error);
    const known = inspected.get(bytes) ?? inspectInThread(bytes);
    inspected.set(bytes, known);
    return known;
  }
};
