import { setTimeout as sleep } from "node:timers/promises";
import { accounts } from "../accounts/accounts.ts";
import { config } from "../config.ts";
import { setCallbackWaker } from "../jobs/callback-waker.ts";
import { setJobTaker } from "../jobs/taker.ts";
import { removeLeftovers } from "../workers/leftovers.ts";
import { warmParts } from "../workers/warm.ts";
import { queueTaker } from "./queue-taker.ts";
import { queueWaker } from "./queue-waker.ts";

/** Milliseconds after which the first request is served in any case; Lambda allows 10,000 for the start. */
const INITIALISE_TIMEOUT_MS = 8000;

/** A key without an account. Looking it up opens the connection that the first request needs. */
const UNKNOWN_KEY = "nobody's-key";

/**
 * Prepares a function on Lambda. Jobs and callbacks go to its queues from now on, if it has any. What earlier processes have left
 * is removed. What the first request would wait for is done in advance: the engines are unpacked, started and warmed up, and the
 * table is connected. If something fails here, the first request tries it again and reports the failure.
 */
export const initialise = async (): Promise<void> => {
  if (!config.onLambda) return;
  const [queue] = config.jobQueues;
  if (queue !== undefined) setJobTaker(queueTaker(queue));
  if (config.callbackQueue !== undefined) setCallbackWaker(queueWaker(config.callbackQueue));
  await removeLeftovers();
  const starts = [accounts().keys.find(UNKNOWN_KEY), ...[...warmParts().values()].map((part) => part.start())];
  await Promise.race([Promise.allSettled(starts), sleep(INITIALISE_TIMEOUT_MS, undefined, { ref: false })]);
};
