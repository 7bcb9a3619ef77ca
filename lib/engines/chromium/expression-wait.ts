import { Script } from "node:vm";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { isTrueWithin } from "./virtual-wait.ts";

/** Virtual time between two checks, and the real time that the network has in each. */
const STEP_MS = 100;

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
 * Whether an expression is truthy in the page now, or within some milliseconds of virtual time. While it throws, it counts
 * as not truthy, because it may name what the page has not made yet.
 */
export const isExpressionTrue = (session: CDPSession, expression: string, timeout: number): Promise<boolean> =>
  isTrueWithin(session, timeout, STEP_MS, async () => {
    try {
      const { result } = await session.send("Runtime.evaluate", { expression: asScript(expression) });
      return result.value === true;
    } catch (error) {
      if (TERMINATED_ERROR.test((error as Error).message)) return false;
      throw error;
    }
  });
