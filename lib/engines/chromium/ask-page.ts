import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";

/**
 * The value of an expression in the page; undefined if the page ends, or the expression throws. A page whose scripts keep it
 * busy answers later, and prints later too, so the limit of its processor time holds for both.
 */
export const askPage = async (session: CDPSession, expression: string): Promise<unknown> => {
  try {
    const { result } = await session.send("Runtime.evaluate", { expression, returnByValue: true });
    return result.value;
  } catch {
    return undefined;
  }
};
