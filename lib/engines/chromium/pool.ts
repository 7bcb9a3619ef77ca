import { config } from "../../config.ts";
import { raceAbort } from "../../turns/race-abort.ts";
import { currentTurn } from "../../turns/turn.ts";
import { keepEventLoopAlive } from "../../workers/event-loop.ts";
import { type Browser, launch } from "./browser.ts";
import { endForkedBrowsers, forkedBrowsers, startWay, testForks } from "./fork-test.ts";
import { stopReaper } from "./reaper.ts";

/** Browsers that are started in advance, the oldest first, and browsers in use. */
const spares: Promise<Browser>[] = [];
const inUse = new Set<Browser>();
let isRunning = false;

const addSpare = (spare: Promise<Browser>): void => {
  spares.push(spare);
  const remove = (): boolean => {
    const index = spares.indexOf(spare);
    if (index >= 0) spares.splice(index, 1);
    return index >= 0;
  };
  // Removes a spare that does not start, or that ends while it waits. If a job has taken it, the job handles the failure.
  spare
    .then(
      ({ failed, kill }) => failed.catch(async () => void (remove() && (await kill()))),
      () => void remove(),
    )
    .catch(() => {}); // The reaper removes what is left.
};

/**
 * Lambda freezes this process as soon as the answer is sent, so a spare that is started after it would start in the time of
 * the next call. One that is started beside a job has the other processor. It starts for longer than a job takes, so two are
 * under way from the second job on. The first job comes after the start of the process and has both processors for itself.
 */
const startsBesideJobs = config.onLambda;
let jobCount = 0;

/** Starts the missing spares, unless the pool is stopped. */
const refill = (): void => {
  const count = startsBesideJobs ? Math.min(config.browsers, Math.max(1, jobCount)) : config.browsers;
  while (isRunning && spares.length < count) addSpare(launch());
};

/** A browser starts within this time even on a busy machine. One that takes longer may be frozen. */
const SPARE_START_LIMIT_MS = 5000;

/** Takes back a browser whose job was aborted before it got the browser. It has seen no document, so another job can use it. */
const returnSpare = (browser: Promise<Browser>, waitedMs: number): void => {
  if (isRunning && waitedMs < SPARE_START_LIMIT_MS && spares.length < config.browsers) addSpare(browser);
  else browser.then(({ kill }) => kill()).catch(() => {});
};

/** Delay before a browser is replaced, so that ending and starting processes does not slow down the response. */
const REPLACE_DELAY_MS = 20;

const startCounts = { fork: 0, new: 0, fallback: 0 };

/**
 * How many documents got a browser that was forked, and how many a new one: because there was nothing to fork, or because the
 * fork was refused, late, or ended by itself (`fallback`).
 */
export const starts = (): Readonly<typeof startCounts> => ({ ...startCounts });

export { startWay };

/** A fork for a document of the account whose turn it is; undefined if there is none. */
const forkedBrowser = async (): Promise<Browser | undefined> => {
  const account = currentTurn()?.account;
  try {
    const browser = account === undefined ? undefined : await forkedBrowsers()?.take(account);
    startCounts[browser === undefined ? "new" : "fork"]++;
    return browser;
  } catch {
    startCounts.fallback++;
    return undefined;
  }
};

const nextBrowser = async (): Promise<Browser> => {
  // An account with a long job leaves the last spare to others, who would wait for the start of a browser otherwise.
  const reserved = currentTurn()?.hasLongJob ? 1 : 0;
  while (spares.length > reserved) {
    const browser = await spares.shift()?.catch(() => undefined);
    if (browser?.isAlive) return browser;
    await browser?.kill();
  }
  return launch();
};

/** Rejects with the signal's reason when the signal is aborted first; then the fork ends, because it is its account's alone. */
const takeFork = async (signal: AbortSignal): Promise<Browser | undefined> => {
  const next = keepEventLoopAlive(forkedBrowser);
  try {
    return await raceAbort(next, signal);
  } catch (error) {
    next.then((browser) => browser?.kill()).catch(() => {});
    throw error;
  }
};

const takeSpare = async (signal: AbortSignal): Promise<Browser> => {
  const startTime = performance.now();
  const next = keepEventLoopAlive(nextBrowser);
  try {
    return await raceAbort(next, signal);
  } catch (error) {
    returnSpare(next, performance.now() - startTime);
    throw error;
  }
};

/**
 * Returns a browser for one job: a fork of the warm one of its account if there is one, a spare, or a new one. `isAgain` says that
 * the job's fork has ended by itself, so this one is no fork. The job ends the browser with `discard`. Rejects with the
 * signal's reason when the signal is aborted first.
 */
export const take = async (signal: AbortSignal, isAgain = false): Promise<Browser> => {
  isRunning = true;
  if (isAgain) startCounts.fallback++;
  const browser = (isAgain ? undefined : await takeFork(signal)) ?? (await takeSpare(signal));
  inUse.add(browser);
  jobCount++;
  if (startsBesideJobs && jobCount > 1) refill();
  return browser;
};

export const discard = async (browser: Browser): Promise<void> => {
  await keepEventLoopAlive(browser.kill);
  inUse.delete(browser);
};

/** Ends a browser that has done its job and starts the missing spares: after the response, or at once without a spare. */
export const replaceSoon = (browser: Browser): void => {
  const account = currentTurn()?.account;
  const replace = async () => {
    discard(browser).catch(() => {}); // The reaper removes what is left.
    refill();
    if (isRunning && account !== undefined) await (await testForks())?.prepare(account);
  };
  if (spares.length === 0) setImmediate(replace);
  else setTimeout(replace, REPLACE_DELAY_MS).unref();
};

export const start = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    isRunning = true;
    refill();
    await spares[0];
    // Not awaited: the first documents need no fork.
    if (isRunning) void testForks();
  });

export const stop = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    isRunning = false;
    const waiting = await Promise.allSettled(spares.splice(0));
    const ready = waiting.flatMap((spare) => (spare.status === "fulfilled" ? [spare.value] : []));
    await Promise.all([...[...ready, ...inUse].map(discard), endForkedBrowsers()]);
    await stopReaper();
  });

/** Rejects when a spare does not start or does not stay alive; stays pending when a spare does not answer. */
export const check = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    refill();
    // Browsers in use are not checked: each has its deadline.
    const answers = spares.map(async (spare) => {
      const browser = await spare;
      try {
        if (!browser.isAlive) {
          browser.kill().catch(() => {}); // Its end removes it from the spares, so the next check gets another one.
          throw new Error("Chromium does not stay alive.");
        }
        await browser.session.send("Runtime.evaluate", { expression: "1" });
      } catch (error) {
        // Errors of a spare that a job has taken meanwhile do not count: it ends with the job.
        if (spares.includes(spare)) throw error;
      }
    });
    await Promise.all(answers);
  });
