import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import { FAMILIES, HAN, ONLY_REGULAR } from "./families.ts";
import { rulePages } from "./page/page-rules.js";
import { useRealBold } from "./page/real-bold.js";
import { settle } from "./page/settle.js";
import { pageDeclarations } from "./paper.ts";
import { bringToRest } from "./rest.ts";
import { appears } from "./selector-wait.ts";

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
  /** How many elements the document has. */
  readonly elements: number;
}

/** Opens a world of scripts in the frame: what the document makes of `Promise` or `setTimeout` does not matter in it. */
export const openWorld = async (page: CDPSession, frameId: string): Promise<number> =>
  (await page.send("Page.createIsolatedWorld", { frameId })).executionContextId;

/** Evaluates a script of our own in a world of the page and gives its value, awaited. Throws what the script throws. */
export const evaluate = async (page: CDPSession, contextId: number, expression: string) => {
  const asked = { expression, contextId, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await page.send("Runtime.evaluate", asked);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
};

/** Resolves when the page has settled, or has been waited for long enough, and is dressed for the page setup. */
export const settled = (page: CDPSession, world: number, setup: PageSetup): Promise<Readiness> =>
  evaluate(page, world, script(setup));

const notSeen = ({ waitForSelector, waitTimeout }: PageSetup): ServiceError => {
  const wanted = JSON.stringify(waitForSelector);
  return new ServiceError("PROCESSING_FAILED", `No element matching ${wanted} appeared within ${waitTimeout} ms.`);
};

/**
 * Resolves when the document is ready to be printed: loaded, the selector seen, what changes by itself at rest, fonts and
 * images there or given up, and the page setup's own rules in force. Throws PROCESSING_FAILED when the selector is not
 * seen in time; `loaded` is called when only the page's own time is still to pass.
 */
export const ready = async (
  page: CDPSession,
  world: number,
  setup: PageSetup,
  isActive: boolean,
  loaded = () => {},
): Promise<Readiness> => {
  const { waitForSelector, waitTimeout } = setup;
  const readiness = await settled(page, world, isActive ? { ...setup, waitForSelector: undefined } : setup);
  loaded();
  if (!readiness.selectorSeen) throw notSeen(setup);
  if (!isActive) return readiness;
  if (waitForSelector !== undefined && !(await appears(page, world, waitForSelector, waitTimeout)))
    throw notSeen(setup);
  const isAtRest = await bringToRest(page, world);
  return isAtRest ? readiness : { ...readiness, gaveWay: [...readiness.gaveWay, "scripts"] };
};

/** Whether the wait failed because the page went to another document meanwhile. */
export const wentAway = (error: unknown): boolean =>
  /context was destroyed|navigated or closed|Cannot find context/i.test((error as Error).message);
