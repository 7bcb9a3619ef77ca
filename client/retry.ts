import { type Deadline, wait } from "./deadline.ts";
import { ConnectionError, PlatenError } from "./errors.ts";

const MS_PER_SECOND = 1000;
/** The wait after the first lost connection; each further one doubles it. */
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

/** Statuses after which the same request may succeed. */
const TEMPORARY_STATUSES: readonly number[] = [429, 503];

/**
 * A random part of this is added to each wait, so that callers that were refused together do not all come back together.
 */
const SPREAD_MS = 300;

/** Whether an earlier request of the same key still runs. Waiting for it is no failure, so only the deadline ends it. */
const isStillRunning = (error: unknown): boolean =>
  error instanceof PlatenError && error.code === "IDEMPOTENCY_CONFLICT" && error.retryable !== false;

/** Whether an error is not the service's own, but that of a gateway in front of it, or of the store of bodies. */
const isForeign = ({ status, code }: PlatenError): boolean => status >= 500 && code === undefined;

/** Whether a later attempt may succeed: what the service says, or its status if it says nothing. */
const isTemporary = (error: PlatenError): boolean =>
  error.retryable ?? (TEMPORARY_STATUSES.includes(error.status) || isForeign(error) || isStillRunning(error));

/** Milliseconds before the next attempt; undefined if none can help. */
const waitAfter = (error: unknown, failures: number): number | undefined => {
  const isLost = error instanceof ConnectionError;
  if (!isLost && !(error instanceof PlatenError && isTemporary(error))) return undefined;
  const spread = Math.random() * SPREAD_MS;
  if (!isLost && error.retryAfter !== undefined) return error.retryAfter * MS_PER_SECOND + spread;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1)) + spread;
};

/** The attempts of one call, whichever of its requests they are for. */
export class Attempts {
  readonly #limit: number;
  readonly #deadline: Deadline;
  #failures = 0;

  constructor(limit: number, deadline: Deadline) {
    this.#limit = limit;
    this.#deadline = deadline;
  }

  /**
   * Does the work, and repeats it after a lost connection and if the service asks to come back later. Rejects with the
   * last error when no attempt is left, or when the deadline would come before the next one.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isStillRunning(error)) this.#failures++;
        const ms = waitAfter(error, this.#failures);
        if (ms === undefined || this.#failures >= this.#limit || performance.now() + ms > this.#deadline.at)
          throw error;
        await wait(ms, this.#deadline);
      }
    }
  }
}
