import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { FAMILIES, HAN, ONLY_REGULAR } from "./families.ts";
import { rulePages } from "./page/page-rules.js";
import { useRealBold } from "./page/real-bold.js";

import { settle } from "./page/settle.js";
import { pageDeclarations } from "./paper.ts";

/** Milliseconds after which the print no longer waits: for the load event; after it for drawing, fonts and images. */
const PATIENCE = { load: 30_000, frames: 500, assets: 3000 };

/** A call of a function in the page. */
const call = (part: (...values: never[]) => unknown, ...values: unknown[]): string =>
  `(${part})(${values.map((value) => JSON.stringify(value)).join(",")})`;

const realBold = call(useRealBold, FAMILIES, HAN, ONLY_REGULAR);

/** What the page is told to do until it can be printed. */
const script = (setup: PageSetup): string => {
  const wishes = { selector: setup.waitForSelector, timeout: setup.waitTimeout, patience: PATIENCE };
  const declarations = pageDeclarations(setup);
  const turn = setup.landscape && setup.paper === undefined;
  return `(async () => {
    const readiness = await ${call(settle, wishes)};
    ${realBold};
    ${turn || Object.keys(declarations).length > 0 ? call(rulePages, declarations, turn) : ""};
    return readiness;
  })()`;
};

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
  const { result, exceptionDetails } = await page.send("Runtime.evaluate", {
    expression: script(setup),
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const readiness: Readiness = result.value;
  if (readiness.selectorSeen) return readiness;
  const { waitForSelector, waitTimeout } = setup;
  const wanted = JSON.stringify(waitForSelector);
  throw new ServiceError("PROCESSING_FAILED", `No element matching ${wanted} appeared within ${waitTimeout} ms.`);
};

/** Whether the wait failed because the page went to another document meanwhile. */
export const wentAway = (error: unknown): boolean =>
  /context was destroyed|navigated or closed|Cannot find context/i.test((error as Error).message);
