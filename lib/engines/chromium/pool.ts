import { config } from "../../config.ts";
import { keepEventLoopAlive } from "../../workers/keep-event-loop-alive.ts";
import { raceAbort } from "../../workers/race-abort.ts";
import { type Browser, launch } from "./browser.ts";
import { letGo } from "./lifeline.ts";

/** Browsers made ready beforehand, the oldest first, and those at work. */
const spares: Promise<Browser>[] = [];
const busy = new Set<Browser>();
let running = false;

const add = (spare: Promise<Browser>): void => {
  spares.push(spare);
  const forget = (): boolean => {
    const place = spares.indexOf(spare);
    if (place >= 0) spares.splice(place, 1);
    return place >= 0;
  };
  // A failed start is met by whoever takes the spare, or forgotten here when nobody does; so is one that dies as it waits.
  spare
    .then(
      ({ failed, kill }) => failed.catch(async () => void (forget() && (await kill()))),
      () => void forget(),
    )
    .catch(() => {}); // What it leaves goes with the folder of all.
};

/** Starts as many browsers as are missing, unless all were told to stop. */
const refill = (): void => {
  while (running && spares.length < config.browsers) add(launch());
};

/** Milliseconds in which a browser starts, however busy the machine is; one that takes longer may be frozen. */
const START = 5000;

/** Takes back a browser that its job did not wait for: it has seen no document, and is to start no other in its place. */
const putBack = (coming: Promise<Browser>, waited: number): void => {
  if (running && waited < START && spares.length < config.browsers) add(coming);
  else coming.then(({ kill }) => kill()).catch(() => {});
};

/** Milliseconds in which an answer is on its way: ending or starting a process in that time would hold it up. */
const ANSWER = 20;

const next = async (): Promise<Browser> => {
  for (let spare = spares.shift(); spare !== undefined; spare = spares.shift()) {
    const browser = await spare.catch(() => undefined);
    if (browser?.alive) return browser;
    await browser?.kill();
  }
  return launch();
};

/**
 * Gives a warm browser to one job, a new one when there is none; the job ends it by `discard`. Rejects with the signal's
 * reason when that is aborted first.
 */
export const take = async (signal: AbortSignal): Promise<Browser> => {
  running = true;
  const begun = performance.now();
  const coming = keepEventLoopAlive(next);
  try {
    const browser = await raceAbort(coming, signal);
    busy.add(browser);
    return browser;
  } catch (error) {
    putBack(coming, performance.now() - begun);
    throw error;
  }
};

/** Ends a browser; resolves when nothing of it is left. */
export const discard = async (browser: Browser): Promise<void> => {
  await keepEventLoopAlive(browser.kill);
  busy.delete(browser);
};

/** Ends a browser that has done its job and starts what is missing: when the answer is out, or at once for others who wait. */
export const replaceSoon = (browser: Browser): void => {
  const replace = () => {
    discard(browser).catch(() => {}); // What it leaves goes with the folder of all.
    refill();
  };
  if (spares.length === 0) setImmediate(replace);
  else setTimeout(replace, ANSWER).unref();
};

/** Resolves when the first spare is ready. */
export const start = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    running = true;
    refill();
    await spares[0];
  });

/** Ends every browser. */
export const stop = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    running = false;
    const waiting = await Promise.allSettled(spares.splice(0));
    const ready = waiting.flatMap((spare) => (spare.status === "fulfilled" ? [spare.value] : []));
    await Promise.all([...ready, ...busy].map(discard));
    await letGo();
  });

/** Rejects when a browser does not start or does not stay alive; stays pending when a spare does not answer. */
export const check = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    refill();
    // Those at work are not asked: each is within its deadline.
    const answers = spares.map(async (spare) => {
      const browser = await spare;
      try {
        if (!browser.alive) {
          browser.kill().catch(() => {}); // with its end it is forgotten: the next check asks another one
          throw new Error("Chromium does not stay alive.");
        }
        await browser.page.send("Runtime.evaluate", { expression: "1" });
      } catch (error) {
        // One that a job has taken meanwhile is ended with the job.
        if (spares.includes(spare)) throw error;
      }
    });
    await Promise.all(answers);
  });
