import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";

/** The number of errors that `useCountedErrors` has counted in a page; 0 where it has not run. */
export const consoleErrorsOf = async (session: CDPSession): Promise<number> => {
  try {
    const { result } = await session.send("Runtime.evaluate", { expression: 'window[Symbol.for("consoleErrors")]' });
    return typeof result.value === "number" ? result.value : 0;
  } catch {
    return 0;
  }
};
