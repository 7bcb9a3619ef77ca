import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";

/** Real time in which a page has to answer before the script that keeps it busy is ended, and how often that is done. */
const ANSWER_TIMEOUT_MS = 500;
const TURNS = 4;

/**
 * Resolves with what a page was asked for; a script that keeps it from answering is ended, and so are some that follow it.
 * Rejects as the answer does.
 */
export const endBusyScript = async <Answer>(page: CDPSession, answer: Promise<Answer>): Promise<Answer> => {
  for (let turn = 0; turn < TURNS; turn++) {
    const over = new AbortController();
    const late = sleep(ANSWER_TIMEOUT_MS, true, { signal: over.signal }).catch(() => true);
    const isLate = await Promise.race([answer.then(() => false), late]);
    over.abort();
    if (!isLate) break;
    page.send("Runtime.terminateExecution").catch(() => {});
  }
  return answer;
};
