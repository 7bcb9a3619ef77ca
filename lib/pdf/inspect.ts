import { setImmediate } from "node:timers/promises";
import { OverBudget } from "./budget.ts";
import { inOwnThread } from "./jobs/own-thread.ts";
import { look } from "./jobs/run.ts";
import { refusal } from "./refusal.ts";

/** Milliseconds after which a look that needs a thread of its own is given up. */
const LONGEST_LOOK = 10_000;

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
    if (!(error instanceof OverBudget)) throw refusal(error);
    return inOwnThread("inspect", { bytes }, AbortSignal.timeout(LONGEST_LOOK));
  }
};
