import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import type { ProcessClock } from "../../turns/process-clock.ts";

/** A browser's page, and the virtual time of the browser: a busy machine takes none of it. */
export interface TimedPage {
  readonly session: CDPSession;
  readonly clock: ProcessClock;
}

/** Milliseconds that a page has to answer before its script is ended. */
const ANSWER_TIMEOUT_MS = 500;
/** Scripts that are ended in a row. */
const ATTEMPTS_LIMIT = 4;

const endings = new WeakMap<CDPSession, number>();

/** When a script of the page was last ended, by its clock; undefined if none was. */
export const scriptEndedAt = ({ session }: TimedPage): number | undefined => endings.get(session);

/** Ends the script that the page runs now. */
export const endScript = ({ session, clock }: TimedPage): void => {
  endings.set(session, clock.now());
  session.send("Runtime.terminateExecution").catch(() => {});
};

/** Resolves with the answer of a page; ends scripts that keep the page from answering. Rejects like the answer does. */
export const endBusyScript = async <Result>(page: TimedPage, answer: Promise<Result>): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS_LIMIT; attempt++) {
    const timer = new AbortController();
    const late = page.clock.sleep(ANSWER_TIMEOUT_MS, timer.signal).then(
      () => true,
      () => true,
    );
    const isLate = await Promise.race([answer.then(() => false), late]);
    timer.abort();
    if (!isLate) break;
    endScript(page);
  }
  return answer;
};

/** The maximum number of tasks in a row during which no virtual time passes. */
const TASKS_LIMIT = 1000;

/** Whether virtual time pauses while the page's requests to the network are under way, or always advances. */
type Policy = "pauseIfNetworkFetchesPending" | "advance";

/**
 * Lets virtual time pass, in milliseconds: timers fire as fast as their work is done. Returns whether all of it has passed
 * within `timeout` milliseconds of the page's clock.
 */
export const passVirtualTime = async (
  { session, clock }: TimedPage,
  policy: Policy,
  budget: number,
  timeout: number,
): Promise<boolean> => {
  const timer = new AbortController();
  const { promise: expired, resolve } = Promise.withResolvers<true>();
  const expire = () => resolve(true);
  session.once("Emulation.virtualTimeBudgetExpired", expire);
  try {
    const parameters = { policy, budget, maxVirtualTimeTaskStarvationCount: TASKS_LIMIT };
    const late = clock.sleep(timeout, timer.signal).then(
      () => false,
      () => false,
    );
    // While a script keeps the page busy, this call itself gets no answer.
    const passed = session.send("Emulation.setVirtualTimePolicy", parameters).then(() => expired);
    return await Promise.race([passed, late]);
  } finally {
    timer.abort();
    session.off("Emulation.virtualTimeBudgetExpired", expire);
  }
};

/** Pauses virtual time, even if some of its budget is left; ends a script that keeps the page busy. */
export const stopVirtualTime = async (page: TimedPage): Promise<void> => {
  const stopped = page.session.send("Emulation.setVirtualTimePolicy", { policy: "pause" });
  await endBusyScript(page, stopped);
};
