import { setTimeout as sleep } from "node:timers/promises";
import { accounts } from "../accounts/accounts.ts";
import { config } from "../config.ts";
import { warmParts } from "../workers/warm.ts";

/** Milliseconds after which the first request is served all the same; Lambda allows 10,000 before it. */
const PATIENCE = 8000;

/** A key of nobody's: asking for it opens the connection that the first request needs. */
const NOBODY = "nobody's-key";

/**
 * Does before the first request, on Lambda, what it would wait for: engines are unpacked, started and warmed up, and the
 * table is connected. What fails here is tried again, and told, by the first request.
 */
export const initialise = async (): Promise<void> => {
  if (!config.onLambda) return;
  const starts = [accounts().keys.find(NOBODY), ...[...warmParts().values()].map((part) => part.start())];
  await Promise.race([Promise.allSettled(starts), sleep(PATIENCE, undefined, { ref: false })]);
};
