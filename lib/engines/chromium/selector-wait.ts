import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { endBusyScript } from "./busy-script.ts";
import { passVirtualTime } from "./virtual-time.ts";

/** Virtual time between two checks, and the real time that the network has in each. */
const STEP_MS = 500;
/** Real time that scripts have for one step. */
const STEP_TIMEOUT_MS = 2000;

/** The script that records from now on whether an element matches, however briefly. */
const watchScript = (selector: string): string => `(() => {
  globalThis.hasSelectorMatch = false;
  const check = () => { globalThis.hasSelectorMatch ||= document.querySelector(${JSON.stringify(selector)}) !== null; };
  new MutationObserver(check).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  check();
})()`;

/** Whether an element matches a CSS selector now, or within some milliseconds of virtual time. */
export const hasSelectorMatch = async (
  session: CDPSession,
  contextId: number,
  selector: string,
  timeout: number,
): Promise<boolean> => {
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression, contextId });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(watchScript(selector));
  // Scripts that keep the processor busy get no more real time than virtual time.
  const end = performance.now() + timeout + STEP_TIMEOUT_MS;
  for (let left = timeout; ; left -= STEP_MS) {
    if ((await endBusyScript(session, evaluate("globalThis.hasSelectorMatch"))) === true) return true;
    if (left <= 0 || performance.now() >= end) return false;
    const budget = Math.min(left, STEP_MS);
    const isIdle = await passVirtualTime(session, "pauseIfNetworkFetchesPending", budget, budget);
    if (!isIdle) await passVirtualTime(session, "advance", budget, STEP_TIMEOUT_MS);
  }
};
