import { setTimeout as sleep } from "node:timers/promises";

const POLL_INTERVAL_MS = 20;
/** Milliseconds between polls, in sum, by default: long enough for a machine that has much else to do. */
const CONDITION_TIMEOUT_MS = 600_000;

/** Waits until a condition holds. Throws if it never does. */
export const until = async (
  holds: () => boolean | Promise<boolean>,
  { intervalMs = POLL_INTERVAL_MS, limitMs = CONDITION_TIMEOUT_MS } = {},
): Promise<void> => {
  for (let waitedMs = 0; !(await holds()); waitedMs += intervalMs) {
    if (waitedMs > limitMs) throw new Error(`It never holds: ${holds}`);
    await sleep(intervalMs);
  }
};

/** Waits until a service works on requests of a key that reserve this many credits in all. */
export const untilAtWork = (url: string, key: string, credits = 1): Promise<void> =>
  until(async () => {
    const reply = await fetch(`${url}/account`, { headers: { "X-API-Key": key } });
    const { creditsReserved } = (await reply.json()) as { readonly creditsReserved: number };
    return creditsReserved >= credits;
  });
