import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { ServiceError } from "../../errors/service-error.ts";
import type { PageSetup } from "../page-setup.ts";
import { FAMILIES_BY_PATTERN, HAN_FAMILIES_BY_LANGUAGE, REGULAR_ONLY_FAMILIES } from "./families.ts";
import { askingWork } from "./page/asking-work.js";
import { overridePageRules } from "./page/page-rules.js";
import { useRealBold } from "./page/real-bold.js";
import { countUnreachedModules } from "./page/unreached-modules.js";
import { countUnreachedParts } from "./page/unreached-parts.js";
import { waitForPage } from "./page/wait-for-page.js";
import { pageDeclarations } from "./paper.ts";
import { assertRoom, hasTemplates, leastMargins, roomExpression, type TemplateRoom } from "./templates/printed.ts";
import { bringToRest } from "./virtual-rest.ts";
import { scriptEndedAt, type TimedPage } from "./virtual-time.ts";
import { hasSelectorMatch, isExpressionTrue } from "./virtual-wait.ts";

/** The number of errors that `useCountedErrors` has counted in a page; 0 if it has not run. */
const consoleErrorsOf = async (session: CDPSession): Promise<number> => {
  try {
    const { result } = await session.send("Runtime.evaluate", { expression: 'window[Symbol.for("consoleErrors")]' });
    return typeof result.value === "number" ? result.value : 0;
  } catch {
    return 0;
  }
};

/** How long printing waits for the load event, then for frames, then for fonts and images (`assets`). */
const WAIT_LIMITS_MS = { load: 30_000, frames: 500, assets: 3000 };

/** The expression that calls a function in the page with these arguments. */
const callExpression = (pageFunction: (...values: never[]) => unknown, ...values: unknown[]): string =>
  `(${pageFunction})(${values.map((value) => JSON.stringify(value)).join(",")})`;

/** The expression that calls `waitForPage` within `askingWork`, and then counts what has an address that leads nowhere. */
const waitExpression = (waits: unknown): string =>
  `{ ...(await (${waitForPage})(${JSON.stringify(waits)}, ask)), unreached: (${countUnreachedParts})((${countUnreachedModules})()) }`;

const realBold = callExpression(useRealBold, FAMILIES_BY_PATTERN, HAN_FAMILIES_BY_LANGUAGE, REGULAR_ONLY_FAMILIES);

/** The script that waits in the page until it is settled, and applies the page setup. */
const readinessScript = (setup: PageSetup): string => {
  const waits = { selector: setup.waitForSelector, selectorMs: setup.waitTimeout, limitsMs: WAIT_LIMITS_MS };
  const declarations = pageDeclarations(setup);
  const isLandscape = setup.landscape && setup.paper === undefined;
  const isOverridden = isLandscape || Object.keys(declarations).length > 0;
  if (hasTemplates(setup)) {
    return `(${askingWork})(async (ask) => {
      const readiness = ${waitExpression(waits)};
      ${realBold};
      const room = ${roomExpression(setup)};
      (${overridePageRules})(${JSON.stringify(declarations)}, ${isLandscape}, ${leastMargins(setup, "room")});
      return { ...readiness, room };
    })`;
  }
  return `(${askingWork})(async (ask) => {
    const readiness = ${waitExpression(waits)};
    ${realBold};
    ${isOverridden ? callExpression(overridePageRules, declarations, isLandscape) : ""};
    return readiness;
  })`;
};

export interface Readiness {
  /** Whether an element matches the selector; true without a selector. */
  readonly hasMatch: boolean;
  /** The waits that reached their limit: `load`, `frames`, `assets`, `scripts`. */
  readonly timedOut: readonly string[];
  readonly elements: number;
  /** Characters of text, without scripts and style sheets. */
  readonly characters: number;
  /** What has an address that leads nowhere, such as a relative one: how many of each kind. */
  readonly unreached: Readonly<Record<"image" | "stylesheet" | "script" | "font" | "resource", number>>;
  /** The margins that the templates need, if there are templates. */
  readonly room?: TemplateRoom;
  /** Whether its time stands still, because it is virtual and none is left. */
  readonly isInVirtualTime?: boolean;
  /** The number of errors of the page's scripts until it is printed. */
  readonly consoleErrors?: Promise<number>;
}

/**
 * The outcome of the waits. `leftTo` is the origin to which the page was led away from the origin that gets the headers.
 */
export interface PageReadiness extends Readiness {
  readonly leftTo?: string | undefined;
}

/** Opens an isolated world in the frame, where the document cannot replace `Promise` or `setTimeout`; returns its id. */
export const openWorld = async (session: CDPSession, frameId: string): Promise<number> =>
  (await session.send("Page.createIsolatedWorld", { frameId })).executionContextId;

/** Evaluates a script in a world of the page and returns its awaited value. Throws an Error if the script throws. */
export const evaluate = async (session: CDPSession, contextId: number, expression: string) => {
  const parameters = { expression, contextId, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", parameters);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
};

/** A rest of a limit below this counts as nothing. */
const REST_MIN_MS = 20;

/**
 * Resolves when the page has settled or the waits have reached their limits, and the page setup is applied. The limits are
 * measured by the page's clock, which may be slower than real time. When a wait is over in real time, the page waits again
 * for the share that its clock has not counted.
 */
export const waitUntilSettled = async (
  { session, clock }: TimedPage,
  world: number,
  setup: PageSetup,
): Promise<Readiness> => {
  let [realMs, clockMs] = [performance.now(), clock.now()];
  let news = await evaluate(session, world, readinessScript(setup));
  while (news.waitedMs !== undefined) {
    const [realNow, clockNow] = [performance.now(), clock.now()];
    const left = Math.round(news.waitedMs * (1 - (clockNow - clockMs) / (realNow - realMs)));
    [realMs, clockMs] = [realNow, clockNow];
    news = await evaluate(session, world, `answerQuestion(${left < REST_MIN_MS ? 0 : left})`);
  }
  return news.result;
};

const selectorTimeout = ({ waitForSelector, waitTimeout }: PageSetup): ServiceError => {
  const selector = JSON.stringify(waitForSelector);
  return new ServiceError("PROCESSING_FAILED", `No element matching ${selector} appeared within ${waitTimeout} ms.`, {
    reason: "selector-not-found",
  });
};

const expressionTimeout = ({ waitForExpression, waitTimeout }: PageSetup): ServiceError => {
  const expression = JSON.stringify(waitForExpression);
  return new ServiceError(
    "PROCESSING_FAILED",
    `The expression ${expression} did not become true within ${waitTimeout} ms.`,
    { reason: "expression-not-true" },
  );
};

/**
 * Resolves when the document is ready to be printed: loaded, with a match of the selector, with its fonts and images or
 * after their limit, at rest if it is active, and with the page setup applied. Throws PROCESSING_FAILED when nothing
 * matches the selector in time, or the expression does not become true. Calls `onLoaded` before virtual time begins to pass.
 */
export const waitUntilReady = async (
  page: TimedPage,
  world: number,
  setup: PageSetup,
  { isActive, onLoaded = () => {} }: { isActive: boolean; onLoaded?: () => void },
): Promise<Readiness> => {
  const { waitForSelector, waitForExpression, waitTimeout } = setup;
  const readiness = await waitUntilSettled(page, world, isActive ? { ...setup, waitForSelector: undefined } : setup);
  onLoaded();
  if (readiness.room) assertRoom(setup, readiness.room);
  if (!readiness.hasMatch) throw selectorTimeout(setup);
  if (!isActive) return readiness;
  const wait = { page, timeout: waitTimeout };
  if (waitForSelector !== undefined && !(await hasSelectorMatch(wait, world, waitForSelector)))
    throw selectorTimeout(setup);
  if (waitForExpression !== undefined && !(await isExpressionTrue(wait, waitForExpression)))
    throw expressionTimeout(setup);
  const isAtRest = await bringToRest(page, world, setup.viewport !== undefined);
  const timedOut =
    isAtRest && scriptEndedAt(page) === undefined ? readiness.timedOut : [...readiness.timedOut, "scripts"];
  // Not awaited: the answer comes while the page is printed.
  return { ...readiness, timedOut, isInVirtualTime: true, consoleErrors: consoleErrorsOf(page.session) };
};

/** Whether an error means that the page navigated to another document. */
export const isNavigationError = (error: unknown): boolean =>
  /context was destroyed|navigated or closed|Cannot find context/i.test((error as Error).message);
