import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { endBusyScript } from "./busy-script.ts";

/** Tasks in a row that may take no virtual time. */
const TASKS_LIMIT = 1000;

/** Whether virtual time stands still while the page's requests to the network are under way, or goes on. */
type Policy = "pauseIfNetworkFetchesPending" | "advance";

/**
 * Lets virtual time pass, in milliseconds: timers come due as fast as their work is done. Tells whether all of it has
 * passed within so many milliseconds of real time.
 */
export const pass = async (page: CDPSession, policy: Policy, budget: number, timeout: number): Promise<boolean> => {
  const over = new AbortController();
  const { promise: expired, resolve } = Promise.withResolvers<true>();
  const expire = () => resolve(true);
  page.once("Emulation.virtualTimeBudgetExpired", expire);
  try {
    const set = { policy, budget, maxVirtualTimeTaskStarvationCount: TASKS_LIMIT };
    const late = sleep(timeout, false, { signal: over.signal }).catch(() => false);
    // A page that a script keeps busy does not even answer.
    const passed = page.send("Emulation.setVirtualTimePolicy", set).then(() => expired);
    return await Promise.race([passed, late]);
  } finally {
    over.abort();
    page.off("Emulation.virtualTimeBudgetExpired", expire);
  }
};

/** Lets virtual time stand still, whatever is left of what it was given; a script that keeps the page busy is ended. */
export const stop = async (page: CDPSession): Promise<void> => {
  const stopped = page.send("Emulation.setVirtualTimePolicy", { policy: "pause" });
  await endBusyScript(page, stopped);
};
