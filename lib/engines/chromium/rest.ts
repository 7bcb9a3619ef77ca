import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { endAnimations } from "./page/end-animations.js";
import { tellAnimations } from "./page/tell-animations.js";
import { pass, stop } from "./virtual-time.ts";
import { showWhole } from "./whole-page.ts";

/** Virtual time that a page lives through before it is printed, and that it has for what the end of its animations sets off. */
const LIFE_MS = [1000, 4000] as const;
const AFTER_ANIMATIONS_MS = 1000;
const WHOLE_LIFE_MS = LIFE_MS[0] + LIFE_MS[1] + AFTER_ANIMATIONS_MS;
/** Real time that all of it may take: with the page's requests to the network under way, and once they are not waited for. */
const NETWORK_TIMEOUT_MS = 3000;
const SCRIPTS_TIMEOUT_MS = 2000;

/** Real time in which workers may answer, between two looks, and virtual time that passes meanwhile and after. */
const WORKERS_TIMEOUT_MS = 3000;
const WORKERS_STEP_MS = 25;
const AFTER_WORKERS_MS = 1000;

/** Real time that is left, in milliseconds. */
interface Patience {
  network: number;
  scripts: number;
}

/**
 * Lets a page's scripts live through some virtual time; what they ask of the network is waited for, within a bound. Tells
 * whether all of it has passed.
 */
const live = async (page: CDPSession, budget: number, patience: Patience): Promise<boolean> => {
  for (const [policy, bound] of [
    ["pauseIfNetworkFetchesPending", "network"],
    ["advance", "scripts"],
  ] as const) {
    const started = performance.now();
    const isOver = await pass(page, policy, budget, patience[bound]);
    patience[bound] = Math.max(0, patience[bound] - (performance.now() - started));
    if (isOver) return true;
  }
  return false;
};

/** Waits for the workers that have yet to answer, and for what that sets off. Tells whether the page has got through it. */
const hearWorkers = async (page: CDPSession, patience: Patience): Promise<boolean> => {
  const end = performance.now() + WORKERS_TIMEOUT_MS;
  const isWaiting = async (): Promise<boolean> => {
    const { result } = await page.send("Runtime.evaluate", { expression: 'window[Symbol.for("workers")]?.size > 0' });
    return result.value === true && performance.now() < end;
  };
  while (await isWaiting()) {
    do {
      await sleep(WORKERS_STEP_MS);
      if (!(await live(page, WORKERS_STEP_MS, patience))) return false;
    } while (await isWaiting());
    if (!(await live(page, AFTER_WORKERS_MS, patience))) return false;
  }
  return true;
};

/**
 * Brings a loaded page to rest, in a few milliseconds of real time: all of it counts as seen, its timers and frames live
 * through some seconds of virtual time, and its animations are at their end, endless ones at their start. A page that does
 * not get through that in real time is stopped where it is. Tells whether it got through.
 */
export const bringToRest = async (page: CDPSession, world: number): Promise<boolean> => {
  const patience: Patience = { network: NETWORK_TIMEOUT_MS, scripts: SCRIPTS_TIMEOUT_MS };
  const endThem = () => page.send("Runtime.evaluate", { expression: `(${endAnimations})()`, contextId: world });
  const told = `(${tellAnimations})(${WHOLE_LIFE_MS})`;
  await page.send("Runtime.evaluate", { expression: told, contextId: world });
  let isOver = true;
  for (const budget of LIFE_MS) {
    if (isOver) await showWhole(page, world);
    isOver &&= await live(page, budget, patience);
  }
  isOver &&= await hearWorkers(page, patience);
  if (isOver) {
    await endThem();
    isOver = await live(page, AFTER_ANIMATIONS_MS, patience);
  }
  if (!isOver) await stop(page);
  await endThem();
  return isOver;
};
