import { setImmediate } from "node:timers/promises";
import { OverBudget } from "./budget.ts";
import { inOwnThread } from "./jobs/own-thread.ts";
import { look } from "./jobs/run.ts";
import { refusal } from "./refusal.ts";

/** Milliseconds after which a look that needs a thread of its own is given up. */
const LONGEST_LOOK = 10_000;

/** Looks in threads of their own at once: each takes tens of megabytes, and its time from the others. */
const AT_ONCE = 2;

let free = AT_ONCE;
const waiting: (() => void)[] = [];

const lookApart = async (bytes: Uint8Array): Promise<{ pages: number }> => {
  if (free > 0) free--;
  else await new Promise<void>((begin) => waiting.push(begin));
  const patience = AbortSignal.timeout(LONGEST_LOOK);
  try {
    return await inOwnThread("inspect", { bytes }, patience);
  } catch (error) {
    throw error === patience.reason ? refusal(new OverBudget("The PDF takes too long to read.")) : error;
  } finally {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  }
};

/** What was found apart, for whoever asks of the same bytes again. */
const lookedApart = new WeakMap<Uint8Array, Promise<{ pages: number }>>();

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
    const known = lookedApart.get(bytes) ?? lookApart(bytes);
    lookedApart.set(bytes, known);
    return known;
  }
};
