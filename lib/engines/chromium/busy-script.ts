import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";

/** Real time that a page has to answer before its script is ended, and the maximum number of scripts ended in a row. */
const ANSWER_TIMEOUT_MS = 500;
const ATTEMPTS_LIMIT = 4;

/**
 * Resolves with the answer of a page; ends scripts that keep the page from answering. Rejects like the answer does.
 */
export const endBusyScript = async <Result>(session: CDPSession, answer: Promise<Result>): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS_LIMIT; attempt++) {
    const timer = new AbortController();
    const late = sleep(ANSWER_TIMEOUT_MS, true, { signal: timer.signal }).catch(() => true);
    const isLate = await Promise.race([answer.then(() => false), late]);
    timer.abort();
    if (!isLate) break;
    session.send("Runtime.terminateExecution").catch(() => {});
  }
  return answer;
};
