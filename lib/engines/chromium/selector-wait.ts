import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { isTrueWithin } from "./virtual-wait.ts";

/** Virtual time between two checks, and the real time that the network has in each. */
const STEP_MS = 500;

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
  return isTrueWithin(session, timeout, STEP_MS, async () => (await evaluate("globalThis.hasSelectorMatch")) === true);
};
