import { config } from "../config.ts";
import { ServiceError } from "../errors.ts";

/** Work at once over all engines, and in what order the rest goes on. */
let free = config.jobs;
const waiting = new Set<() => void>();

const pass = (): void => {
  const [next] = waiting;
  if (next === undefined) free++;
  else next();
};

/** Resolves when it is this job's turn; rejects with the signal's reason when that comes first. */
const turn = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = () => {
      leave();
      resolve();
    };
    const giveUp = () => {
      leave();
      reject(signal.reason);
    };
    const leave = () => {
      waiting.delete(begin);
      signal.removeEventListener("abort", giveUp);
    };
    waiting.add(begin);
    signal.addEventListener("abort", giveUp);
  });

/** How much work there is at this moment: pieces that run, and pieces that wait. */
export const work = { running: () => config.jobs - free, waiting: () => waiting.size };

/**
 * Runs a job when it is its turn: as many at once as `PLATEN_JOBS` says, the rest in order of arrival.
 * Throws SERVICE_UNAVAILABLE when `PLATEN_QUEUE` others wait already, the signal's reason when it is aborted first.
 */
export const inTurn = async <Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result> => {
  signal.throwIfAborted();
  if (free > 0) free--;
  else if (waiting.size < config.queue) await turn(signal);
  else throw new ServiceError("SERVICE_UNAVAILABLE", "The service has more work than it can queue.", { retryAfter: 5 });
  try {
    return await job();
  } finally {
    pass();
  }
};
