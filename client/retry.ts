import { type Deadline, wait } from "./deadline.ts";
import { ConnectionError, PlatenError } from "./errors.ts";

const MS_PER_SECOND = 1000;
/** The wait after the first lost connection; each further one doubles it. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

/** Statuses after which the same request may succeed. The last two come from proxies before the service. */
const TEMPORARY_STATUSES: readonly number[] = [429, 503, 502, 504];

const isTemporary = ({ status, code }: PlatenError): boolean =>
  TEMPORARY_STATUSES.includes(status) || code === "IDEMPOTENCY_CONFLICT";

/** Milliseconds before the next attempt; undefined where none can help. */
const waitAfter = (error: unknown, failures: number): number | undefined => {
  const isLost = error instanceof ConnectionError;
  if (!isLost && !(error instanceof PlatenError && isTemporary(error))) return undefined;
  if (!isLost && error.retryAfter !== undefined) return error.retryAfter * MS_PER_SECOND;
  // Callers that lost their connections at the same moment do not all come back at the same moment.
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
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
   * Does the work, and repeats it after a lost connection and where the service asks to come back later. Rejects with the
   * last error when no attempt is left, or when the deadline would come before the next one.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.#failures++;
        const ms = waitAfter(error, this.#failures);
        if (ms === undefined || this.#failures >= this.#limit || performance.now() + ms > this.#deadline.at)
          throw error;
        await wait(ms, this.#deadline);
      }
    }
  }
}
