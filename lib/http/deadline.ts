import { config } from "../config.ts";
import { errorOfRefusal, ServiceError } from "../errors/service-error.ts";
import { raceAbort } from "../turns/race-abort.ts";
import type { Turn } from "../turns/turn.ts";
import type { Middleware } from "./middleware.ts";
import type { Arrived, Limited, Received } from "./request.ts";

/** Milliseconds of Lambda's time that are reserved for the refund and the answer after the work has been stopped. */
const ANSWER_RESERVE_MS = 1500;

/** Milliseconds that aborted work has to end by itself; then the request is answered without it. */
const ABORT_GRACE_MS = 500;

/**
 * Aborts the work at the deadline, which is counted from the last byte of the body, but shortly before Lambda's own timeout
 * at the latest. Also aborts it when the caller hangs up.
 */
export const deadline = (): Middleware<Received & Arrived, Limited> => ({
  before: ({ context, receivedAt = performance.now() }) => {
    const left = context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
    // Reading and checking the body has taken time already.
    const gone = performance.now() - receivedAt;
    const allowed = Math.max(0, Math.min((context.job?.limitMs ?? config.deadlineMs) - gone, left - ANSWER_RESERVE_MS));
    const controller = new AbortController();
    const message = `The work took longer than ${Math.round((gone + allowed) / 100) / 10} s.`;
    const late = () => controller.abort(new ServiceError("PROCESSING_FAILED", message, { reason: "out-of-time" }));
    return {
      signal: context.hangUp ? AbortSignal.any([controller.signal, context.hangUp]) : controller.signal,
      timer: setTimeout(late, allowed),
    };
  },
  after: ({ timer }) => clearTimeout(timer),
  onError: ({ timer }) => clearTimeout(timer),
});

/** Settles as the work does. If the signal is aborted and the work does not end soon after, rejects with the signal's reason. */
export const settleSoonAfterAbort = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  try {
    return await raceAbort(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const grace = AbortSignal.timeout(ABORT_GRACE_MS);
    return raceAbort(work, grace).catch((later: unknown) => {
      throw later === grace.reason ? signal.reason : later;
    });
  }
};

/** The error of work that was stopped at the deadline, with what it was doing, as far as its engine has said so. */
export const lateWorkError = (error: unknown, turn: Turn | undefined): unknown => {
  const progress = turn === undefined ? "it was still waiting for its turn" : turn.progress;
  if (!(error instanceof ServiceError) || error.reason !== "out-of-time" || progress === undefined) return error;
  const { code, message } = error;
  const reason = turn === undefined ? "no-turn-in-time" : error.reason;
  return errorOfRefusal({ code, reason, message: `${message.replace(/\.$/, "")}: ${progress}.` }, error);
};
