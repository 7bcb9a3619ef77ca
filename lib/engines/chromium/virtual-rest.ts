import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { dispatchAnimationEnds } from "./page/dispatch-animation-ends.js";
import { endAnimations } from "./page/end-animations.js";
import { WINDOW_MAX_HEIGHT_PX } from "./virtual-scripts.ts";
import { passVirtualTime, stopVirtualTime, type TimedPage } from "./virtual-time.ts";

/** A page counts as fitting its window if it is at most this much taller. */
const TOLERANCE_PX = 2;

const SIZES_EXPRESSION = "[innerWidth, innerHeight, document.documentElement?.scrollHeight ?? 0]";
const dispatchScript = (...types: readonly string[]) =>
  types.map((type) => `dispatchEvent(new Event("${type}"));`).join("");

/** Places to which a page is scrolled at most. */
const SCROLLS_LIMIT = 1000;

/** Scrolls through the page as high as it is now, and back to where it was: it may grow with each step. */
const SCROLL_SCRIPT = `{
  const begin = { left: scrollX, top: scrollY, behavior: "instant" };
  const whole = document.documentElement.scrollHeight;
  const step = Math.max(innerHeight / 2, whole / ${SCROLLS_LIMIT});
  for (let y = 0; y < whole; y += step) {
    scrollTo({ top: y, behavior: "instant" }); ${dispatchScript("scroll")}
  }
  scrollTo(begin);
}`;

/**
 * Shows the whole page at once: makes the window as tall as the page, and dispatches the events of that change. If the window
 * is to stay as it is, or the page grows with it, it is scrolled through instead, and all of it counts as visible.
 */
const showWholePage = async (session: CDPSession, contextId: number, keepsWindow: boolean): Promise<void> => {
  const evaluate = async (expression: string, world?: number) => {
    const parameters = { expression, returnByValue: true, ...(world === undefined ? {} : { contextId: world }) };
    return (await session.send("Runtime.evaluate", parameters)).result.value;
  };
  const [width, height, whole] = (await evaluate(SIZES_EXPRESSION, contextId)) as [number, number, number];
  if (whole <= height) return;
  const scrollThrough = async (...events: readonly string[]) => {
    await evaluate(`window[Symbol.for("visibleHeight")] = ${whole}`);
    await evaluate(`${dispatchScript(...events)}${SCROLL_SCRIPT}`, contextId);
  };
  if (keepsWindow) return scrollThrough();
  const tall = Math.min(whole, WINDOW_MAX_HEIGHT_PX);
  const resize = (height: number) =>
    session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 0, mobile: false });
  await resize(tall);
  const [, , grown] = (await evaluate(`${dispatchScript("resize")}${SIZES_EXPRESSION}`, contextId)) as [
    number,
    number,
    number,
  ];
  if (grown <= whole + TOLERANCE_PX || tall < whole) {
    await evaluate(dispatchScript("scroll"), contextId);
    return;
  }
  await resize(height);
  await scrollThrough("resize");
};

/** Virtual time that passes before the end of the animations, in two parts. */
const SCRIPT_BUDGETS_MS = [1000, 4000] as const;
/** Virtual time that passes after the end of the animations. */
const AFTER_ANIMATIONS_MS = 1000;
const TOTAL_BUDGET_MS = SCRIPT_BUDGETS_MS[0] + SCRIPT_BUDGETS_MS[1] + AFTER_ANIMATIONS_MS;
/** Time of the page's clock for this while network requests are awaited. */
const NETWORK_TIMEOUT_MS = 3000;
/** Time of the page's clock for this without waiting for requests. */
const SCRIPTS_TIMEOUT_MS = 2000;

/** Time of the page's clock that workers have to answer. */
const WORKERS_TIMEOUT_MS = 3000;
const WORKERS_STEP_MS = 25;
/** Virtual time that passes after the answers of workers. */
const AFTER_WORKERS_MS = 1000;

/** The time of the page's clock that is left, in milliseconds. */
interface TimeLeft {
  network: number;
  scripts: number;
}

/**
 * Runs a page's scripts for some virtual time; their requests to the network are awaited, within a limit. Returns whether
 * all of the time has passed.
 */
const runScripts = async (page: TimedPage, budgetMs: number, left: TimeLeft): Promise<boolean> => {
  for (const [policy, limit] of [
    ["pauseIfNetworkFetchesPending", "network"],
    ["advance", "scripts"],
  ] as const) {
    const started = page.clock.now();
    const isOver = await passVirtualTime(page, policy, budgetMs, left[limit]);
    left[limit] = Math.max(0, left[limit] - (page.clock.now() - started));
    if (isOver) return true;
  }
  return false;
};

/** Waits for the workers that still have to answer, and for their effects. Returns whether all of the time has passed. */
const waitForWorkers = async (page: TimedPage, left: TimeLeft): Promise<boolean> => {
  const end = page.clock.now() + WORKERS_TIMEOUT_MS;
  const arePending = async (): Promise<boolean> => {
    const { result } = await page.session.send("Runtime.evaluate", {
      expression: 'window[Symbol.for("pendingWorkers")]?.size > 0',
    });
    return result.value === true && page.clock.now() < end;
  };
  while (await arePending()) {
    do {
      await sleep(WORKERS_STEP_MS);
      if (!(await runScripts(page, WORKERS_STEP_MS, left))) return false;
    } while (await arePending());
    if (!(await runScripts(page, AFTER_WORKERS_MS, left))) return false;
  }
  return true;
};

/**
 * Brings a loaded page to rest, in a few milliseconds. All of the page counts as visible. Its timers and
 * frames run for some seconds of virtual time. Its animations are set to their end, endless ones to their start. A page
 * that exceeds the limits is stopped. Its window changes unless `keepsWindow`. Returns whether all of the virtual time has
 * passed.
 */
export const bringToRest = async (page: TimedPage, world: number, keepsWindow: boolean): Promise<boolean> => {
  const { session } = page;
  const left: TimeLeft = { network: NETWORK_TIMEOUT_MS, scripts: SCRIPTS_TIMEOUT_MS };
  const finishAnimations = () =>
    session.send("Runtime.evaluate", { expression: `(${endAnimations})()`, contextId: world });
  const expression = `(${dispatchAnimationEnds})(${TOTAL_BUDGET_MS})`;
  await session.send("Runtime.evaluate", { expression, contextId: world });
  let isOver = true;
  for (const budgetMs of SCRIPT_BUDGETS_MS) {
    if (isOver) await showWholePage(session, world, keepsWindow);
    isOver &&= await runScripts(page, budgetMs, left);
  }
  isOver &&= await waitForWorkers(page, left);
  if (isOver) {
    await finishAnimations();
    isOver = await runScripts(page, AFTER_ANIMATIONS_MS, left);
  }
  if (!isOver) await stopVirtualTime(page);
  await finishAnimations();
  return isOver;
};
