import { Script } from "node:vm";
import { endBusyScript, passVirtualTime, type TimedPage } from "./virtual-time.ts";

/** Time of the page's clock that scripts have for one step. */
const STEP_TIMEOUT_MS = 2000;
/** Virtual time between two checks, and the time of the page's clock that the network has in each. */
const SELECTOR_STEP_MS = 500;
const EXPRESSION_STEP_MS = 100;

/** A page, and the milliseconds of virtual time that a wait in it may take. */
interface Wait {
  readonly page: TimedPage;
  readonly timeout: number;
}

/** Whether a check of the page is true now, or after one of the steps of some milliseconds of virtual time. */
const isTrueWithin = async (
  { page, timeout }: Wait,
  stepMs: number,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  // Scripts that keep the processor busy get no more time than virtual time.
  const end = page.clock.now() + timeout + STEP_TIMEOUT_MS;
  for (let left = timeout; ; left -= stepMs) {
    if (await endBusyScript(page, check())) return true;
    if (left <= 0 || page.clock.now() >= end) return false;
    const budget = Math.min(left, stepMs);
    const isIdle = await passVirtualTime(page, "pauseIfNetworkFetchesPending", budget, budget);
    if (!isIdle) await passVirtualTime(page, "advance", budget, STEP_TIMEOUT_MS);
  }
};

/** The script that records from now on whether an element matches, however briefly. */
const watchScript = (selector: string): string => `(() => {
  globalThis.hasSelectorMatch = false;
  const check = () => { globalThis.hasSelectorMatch ||= document.querySelector(${JSON.stringify(selector)}) !== null; };
  new MutationObserver(check).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  check();
})()`;

/** Whether an element matches a CSS selector now, or within the time of the wait. `contextId` is an isolated world. */
export const hasSelectorMatch = async (wait: Wait, contextId: number, selector: string): Promise<boolean> => {
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await wait.page.session.send("Runtime.evaluate", { expression, contextId });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(watchScript(selector));
  return isTrueWithin(wait, SELECTOR_STEP_MS, async () => (await evaluate("globalThis.hasSelectorMatch")) === true);
};

/** The error of an evaluation that kept the page busy until it was ended. */
const TERMINATED_ERROR = /execution was terminated/i;

const asScript = (expression: string): string => `!!(${expression}\n)`;

/** Whether a text is an expression of JavaScript. It is compiled, but never run here. */
export const isExpression = (text: string): boolean => {
  try {
    return text.trim() !== "" && new Script(asScript(text)) instanceof Script;
  } catch {
    return false;
  }
};

/**
 * Whether an expression is truthy in the page now, or within the time of the wait. While it throws, it counts as not truthy,
 * because it may name what the page has not made yet.
 */
export const isExpressionTrue = (wait: Wait, expression: string): Promise<boolean> =>
  isTrueWithin(wait, EXPRESSION_STEP_MS, async () => {
    try {
      const { result } = await wait.page.session.send("Runtime.evaluate", { expression: asScript(expression) });
      return result.value === true;
    } catch (error) {
      if (TERMINATED_ERROR.test((error as Error).message)) return false;
      throw error;
    }
  });
