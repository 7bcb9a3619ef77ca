import { config } from "../config.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { Middleware } from "./exchange.ts";

/** Milliseconds of Lambda's time that are reserved for the refund and the answer after the work has been stopped. */
const ANSWER_RESERVE_MS = 1500;

/**
 * Aborts the work at the deadline, which is counted from the last byte of the body, but shortly before Lambda's own timeout
 * at the latest. Also aborts it when the caller hangs up.
 */
export const deadline = (): Middleware => {
  const clear: Middleware["after"] = ({ internal }) => clearTimeout(internal.timer);
  return {
    before: ({ context, event, internal }) => {
      const left = context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
      // Reading and checking the body has taken time already.
      const gone = performance.now() - (internal.receivedAt ?? performance.now());
      const allowed = Math.max(0, Math.min(config.deadlineMs - gone, left - ANSWER_RESERVE_MS));
      const controller = new AbortController();
      const seconds = Math.round((gone + allowed) / 100) / 10;
      const timer = setTimeout(
        () =>
          controller.abort(
            new ServiceError("PROCESSING_FAILED", `The work took longer than ${seconds} s.`, { reason: "out-of-time" }),
          ),
        allowed,
      );
      internal.timer = timer;
      event.signal = context.hangUp ? AbortSignal.any([controller.signal, context.hangUp]) : controller.signal;
    },
    after: clear,
    onError: clear,
  };
};
