import { config } from "../config.ts";
import { ServiceError } from "../errors.ts";
import type { Middleware } from "./exchange.ts";

/** Milliseconds that Lambda leaves for the refund and the envelope after the work was stopped. */
const FOR_THE_ANSWER = 1500;

/** Sets the end of the work: the deadline counted from the body's last byte, Lambda's own end, or the caller's hanging up. */
export const deadline = (): Middleware => {
  const clear: Middleware["after"] = ({ internal }) => clearTimeout(internal.timer);
  return {
    before: ({ context, event, internal }) => {
      const left = context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
      // To judge the body took its time.
      const gone = performance.now() - (internal.receivedAt ?? performance.now());
      const allowed = Math.max(0, Math.min(config.deadline - gone, left - FOR_THE_ANSWER));
      const controller = new AbortController();
      const seconds = Math.round((gone + allowed) / 100) / 10;
      const timer = setTimeout(
        () => controller.abort(new ServiceError("PROCESSING_FAILED", `The work took longer than ${seconds} s.`)),
        allowed,
      );
      internal.timer = timer;
      event.signal = context.hangUp ? AbortSignal.any([controller.signal, context.hangUp]) : controller.signal;
    },
    after: clear,
    onError: clear,
  };
};
