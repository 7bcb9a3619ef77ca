import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "aws-lambda";
import { accounts } from "../accounts/accounts.ts";
import { CallbackSender, type SenderOptions } from "../callbacks/sender.ts";
import { logFailure } from "../http/log.ts";

/** Milliseconds that an attempt and its writes to the table may take. If less time is left, no attempt begins. */
const ATTEMPT_MS = 45_000;

/** Milliseconds of the function's time at which attempts are broken off that still run. They are made again. */
const STOP_MS = 8000;

/** How many attempts a call has made. */
interface Sent {
  readonly sent: number;
}

/**
 * The handler of the function that sends callbacks. Both messages and a schedule call it. It sends all that is due; what it
 * does not get to is left to the next call.
 */
export const callbackHandler = (options: Partial<SenderOptions> = {}) => {
  const newSender = () => new CallbackSender({ table: accounts().table, onFailure: logFailure, ...options });
  // It knows from one call to the next which receivers did not answer, and whose turn it is.
  let kept: CallbackSender | undefined;
  return async (_event: object, clock: Pick<Context, "getRemainingTimeInMillis">): Promise<Sent> => {
    const sender = kept ?? newSender();
    kept = sender;
    const ended = new AbortController();
    const stopLate = async () => {
      await sleep(Math.max(0, clock.getRemainingTimeInMillis() - STOP_MS), undefined, { signal: ended.signal });
      // One that was stopped sends nothing any more.
      kept = undefined;
      await sender.stop();
    };
    const late = stopLate().catch(() => {});
    try {
      return { sent: await sender.sendDue(() => clock.getRemainingTimeInMillis() >= ATTEMPT_MS) };
    } finally {
      ended.abort();
      await late;
    }
  };
};
