import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { overrides } from "./paper.ts";
import { settle } from "./settle.js";

/** Milliseconds after which the print no longer waits for the load event, and for fonts and images after it. */
const PATIENCE = { load: 30_000, assets: 5000 };

/** What became of the waits. */
export interface Readiness {
  readonly selectorSeen: boolean;
  /** Which waits gave way. */
  readonly gaveWay: readonly string[];
}

/**
 * Resolves when the document is ready to be printed: loaded, the selector seen, fonts and images there or given up, and
 * the page setup's own rules in force. Throws PROCESSING_FAILED when the selector is not seen in time.
 */
export const ready = async ({ page, frame }: Browser, setup: PageSetup): Promise<Readiness> => {
  // A world of its own: what the document's scripts make of Promise or setTimeout does not matter in it.
  const { executionContextId } = await page.send("Page.createIsolatedWorld", { frameId: frame });
  const { waitForSelector, waitTimeout } = setup;
  const wishes = { selector: waitForSelector, timeout: waitTimeout, patience: PATIENCE, css: overrides(setup) };
  const { result, exceptionDetails } = await page.send("Runtime.evaluate", {
    expression: `(${settle})(${JSON.stringify(wishes)})`,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const readiness: Readiness = result.value;
  if (readiness.selectorSeen) return readiness;
  const wanted = JSON.stringify(waitForSelector);
  throw new ServiceError("PROCESSING_FAILED", `No element matching ${wanted} appeared within ${waitTimeout} ms.`);
};

/** Whether the wait failed because the page went to another document meanwhile. */
export const wentAway = (error: unknown): boolean =>
  /context was destroyed|navigated or closed|Cannot find context/i.test((error as Error).message);
