import { ServiceError } from "../errors.ts";
import type { Account } from "./account.ts";

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** Requests that the two tiers may make: accounts with credits, and without. */
export const RATE_LIMITS = { full: { minute: 60, second: 10 }, unfunded: { minute: 10, second: 2 } } as const;

/** The tier whose limits apply to a request. */
export type Tier = keyof typeof RATE_LIMITS;

/** The values of the X-RateLimit headers: the limit of a minute, how much is left, and when (s since 1970) more is left. */
export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

/** An account after a write: its balance and window, and the refusal of the request where there is one. */
export interface MeterResult {
  readonly balance: number;
  readonly window: RateWindow;
  readonly refusal?: ServiceError;
  /** Lapsed reservations that this request has returned. */
  readonly recovered?: number;
  /** Whether the reservation was sent more than once, because an answer did not come. */
  readonly wasRepeated?: boolean;
  /** Names of usage counters whose days or months are over. */
  readonly pastCounters?: readonly string[];
}

/** The moments (ms since 1970) of the last requests that were accepted in a tier, oldest first. */
export const acceptedOf = (account: Account, tier: Tier) =>
  tier === "full" ? account.accepted : account.acceptedUnfunded;

/** The tier that an account's balance puts it in. */
export const tierOf = ({ balance }: Account): Tier => (balance > 0 ? "full" : "unfunded");

/** The window of a tier at a moment (ms since 1970). */
export const windowOf = (account: Account, tier: Tier, now: number): RateWindow => {
  const recent = acceptedOf(account, tier).filter((moment) => moment > now - MINUTE_MS);
  const limit = RATE_LIMITS[tier].minute;
  return {
    limit,
    remaining: Math.max(0, limit - recent.length),
    reset: Math.ceil(((recent[0] ?? now) + MINUTE_MS) / 1000),
  };
};

/** The refusal where the window is full, with the seconds until it has room; undefined where it has room. */
export const windowRefusal = (account: Account, now: number): ServiceError | undefined => {
  const tier = tierOf(account);
  const { minute, second } = RATE_LIMITS[tier];
  const accepted = acceptedOf(account, tier);
  const wait = {
    minute: accepted[accepted.length - minute]! + MINUTE_MS - now,
    second: accepted[accepted.length - second]! + SECOND_MS - now,
  };
  if (wait.minute <= 0 && wait.second <= 0) return undefined;
  const which = wait.minute > 0 ? `${minute} requests a minute` : `${second} requests a second`;
  const retryAfter = Math.max(1, Math.ceil(Math.max(wait.minute, wait.second) / 1000));
  return new ServiceError("RATE_LIMIT_EXCEEDED", `More than ${which}: try again in ${retryAfter} s.`, { retryAfter });
};
