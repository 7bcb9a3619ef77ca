import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { endBusyScript } from "./busy-script.ts";
import { passVirtualTime } from "./virtual-time.ts";

/** Real time that scripts have for one step. */
const STEP_TIMEOUT_MS = 2000;

/** Whether a check of the page is true now, or after one of the steps of some milliseconds of virtual time. */
export const isTrueWithin = async (
  session: CDPSession,
  timeout: number,
  stepMs: number,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  // Scripts that keep the processor busy get no more real time than virtual time.
  const end = performance.now() + timeout + STEP_TIMEOUT_MS;
  for (let left = timeout; ; left -= stepMs) {
    if (await endBusyScript(session, check())) return true;
    if (left <= 0 || performance.now() >= end) return false;
    const budget = Math.min(left, stepMs);
    const isIdle = await passVirtualTime(session, "pauseIfNetworkFetchesPending", budget, budget);
    if (!isIdle) await passVirtualTime(session, "advance", budget, STEP_TIMEOUT_MS);
  }
};
