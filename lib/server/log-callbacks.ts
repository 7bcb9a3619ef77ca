import { callbackAttempts, type SentAttempt } from "../callbacks/attempts.ts";
import { config } from "../config.ts";
import { logEvent } from "../http/log.ts";

/** Writes each attempt at a callback to the log, unless logging is off. Returns a function that ends this. */
export const logCallbacks = (): (() => void) => {
  const log = (attempt: unknown) => config.log && logEvent("info", "callback", { ...(attempt as SentAttempt) });
  callbackAttempts.subscribe(log);
  return () => callbackAttempts.unsubscribe(log);
};
