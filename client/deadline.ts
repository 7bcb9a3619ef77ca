import { DeadlineError } from "./errors.ts";

/** The end of a call: what aborts it, and the latest moment of its end (ms of `performance.now`). */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly at: number;
  /** Signals that `signal` depends on: Node may collect them if nothing else refers to them. */
  readonly sources: readonly AbortSignal[];
}

/** A deadline in `timeoutMs`, or when the caller's signal is aborted, whichever comes first. */
export const deadlineIn = (timeoutMs: number, signal: AbortSignal | undefined): Deadline => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const sources = signal === undefined ? [timeout] : [timeout, signal];
  return { signal: AbortSignal.any(sources), at: performance.now() + timeoutMs, sources };
};

/** What a call that was aborted throws: a DeadlineError, or the reason of the caller's signal. */
export const abortReason = ({ signal }: Deadline): unknown => {
  const { reason } = signal;
  if (!(reason instanceof DOMException) || reason.name !== "TimeoutError") return reason;
  return new DeadlineError("The call has taken longer than its deadline.", { cause: reason });
};

/** Waits. Rejects as soon as the call is aborted. */
export const wait = (ms: number, deadline: Deadline): Promise<void> =>
  new Promise((resolve, reject) => {
    const { signal } = deadline;
    if (signal.aborted) return reject(abortReason(deadline));
    const stop = () => {
      clearTimeout(timer);
      reject(abortReason(deadline));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
