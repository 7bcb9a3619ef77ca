import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { endAnimations } from "./page/end-animations.js";
import { tellAnimations } from "./page/tell-animations.js";
import { pass } from "./virtual-time.ts";

/** Virtual time that a page lives through before it is printed, and that it has for what the end of its animations sets off. */
const LIFE_MS = 5000;
const AFTER_ANIMATIONS_MS = 1000;
/** Real time that virtual time may take: with the page's requests to the network under way, and once they are not waited for. */
const NETWORK_TIMEOUT_MS = 3000;
const SCRIPTS_TIMEOUT_MS = 2000;
/** The tallest that the page is made to be, so that all of it counts as seen. */
const TALLEST_PX = 20_000;

/** Lets a page's scripts live through some virtual time; what they ask of the network is waited for, within a bound. */
const live = async (page: CDPSession, budget: number): Promise<void> => {
  if (await pass(page, "pauseIfNetworkFetchesPending", budget, NETWORK_TIMEOUT_MS)) return;
  await pass(page, "advance", budget, SCRIPTS_TIMEOUT_MS);
};

/** Makes the window as tall as the page, and tells the page. */
const showWhole = async (page: CDPSession, world: number): Promise<void> => {
  const expression = "[innerWidth, innerHeight, document.documentElement?.scrollHeight ?? 0]";
  const { result } = await page.send("Runtime.evaluate", { expression, contextId: world, returnByValue: true });
  const [width, height, whole] = result.value as [number, number, number];
  if (whole <= height) return;
  const metrics = { width, height: Math.min(whole, TALLEST_PX), deviceScaleFactor: 0, mobile: false };
  await page.send("Emulation.setDeviceMetricsOverride", metrics);
  const told = "for (const name of ['resize', 'scroll']) dispatchEvent(new Event(name))";
  await page.send("Runtime.evaluate", { expression: told, contextId: world });
};

/**
 * Brings a loaded page to rest, in a few milliseconds of real time: all of it counts as seen, its timers and frames live
 * through five seconds of virtual time, and its animations are at their end, endless ones at their start.
 */
export const bringToRest = async (page: CDPSession, world: number): Promise<void> => {
  await showWhole(page, world);
  const told = `(${tellAnimations})(${LIFE_MS + AFTER_ANIMATIONS_MS})`;
  await page.send("Runtime.evaluate", { expression: told, contextId: world });
  for (const budget of [LIFE_MS, AFTER_ANIMATIONS_MS]) {
    await live(page, budget);
    await page.send("Runtime.evaluate", { expression: `(${endAnimations})()`, contextId: world });
  }
};
