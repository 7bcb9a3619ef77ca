import { ServiceError } from "../errors/service-error.ts";
import { forgetOldest } from "./known-accounts.ts";

/** Queries for its balance that an account may send in any minute. */
export const QUERIES_A_MINUTE = 60;
const WINDOW_MS = 60_000;
const REMEMBERED_ACCOUNTS_LIMIT = 1000;

/**
 * Limits how often an account asks a question in any minute. It counts in memory what reaches this process, so that a query beyond
 * the limit does not reach the table.
 */
export class RateLimiter {
  readonly #moments = new Map<string, number[]>();
  readonly #limit: number;
  readonly #question: string;

  /** `question` is what an account asks, as the error words it. */
  constructor(limit = QUERIES_A_MINUTE, question = "how it stands") {
    this.#limit = limit;
    this.#question = question;
  }

  /** Counts a query at a moment (ms of a clock that never goes back). Throws RATE_LIMIT_EXCEEDED beyond the limit. */
  take(account: string, now: number): void {
    const recent = (this.#moments.get(account) ?? []).filter((moment) => moment > now - WINDOW_MS);
    const [oldest = now] = recent;
    if (recent.length >= this.#limit) {
      const retryAfter = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
      const message = `An account may ask ${this.#limit} times a minute ${this.#question}: try again in ${retryAfter} s.`;
      throw new ServiceError("RATE_LIMIT_EXCEEDED", message, { retryAfter });
    }
    this.#moments.delete(account);
    this.#moments.set(account, [...recent, now]);
    forgetOldest(this.#moments, REMEMBERED_ACCOUNTS_LIMIT);
  }
}
