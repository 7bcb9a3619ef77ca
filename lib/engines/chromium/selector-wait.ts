import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { endBusyScript } from "./busy-script.ts";
import { pass } from "./virtual-time.ts";

/** Virtual time between two looks, which is the real time too that the network is given for it. */
const STEP_MS = 500;
/** Real time in which scripts have to get through a step. */
const STEP_TIMEOUT_MS = 2000;

/** Notes from now on whether an element matches, however shortly. */
const watching = (selector: string): string => `(() => {
  globalThis.selectorSeen = false;
  const look = () => { globalThis.selectorSeen ||= document.querySelector(${JSON.stringify(selector)}) !== null; };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  look();
})()`;

/** Whether an element that matches a CSS selector is there, or comes within some milliseconds of the page's own time. */
export const appears = async (
  page: CDPSession,
  contextId: number,
  selector: string,
  timeout: number,
): Promise<boolean> => {
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await page.send("Runtime.evaluate", { expression, contextId });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(watching(selector));
  // Scripts that keep the processor busy get no more real time than the page's own.
  const end = performance.now() + timeout + STEP_TIMEOUT_MS;
  for (let left = timeout; ; left -= STEP_MS) {
    if ((await endBusyScript(page, evaluate("globalThis.selectorSeen"))) === true) return true;
    if (left <= 0 || performance.now() >= end) return false;
    const budget = Math.min(left, STEP_MS);
    const isIdle = await pass(page, "pauseIfNetworkFetchesPending", budget, budget);
    if (!isIdle) await pass(page, "advance", budget, STEP_TIMEOUT_MS);
  }
};
