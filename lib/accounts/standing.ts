import { ServiceError } from "../errors.ts";
import type { Account } from "./account.ts";

const MINUTE = 60_000;
const SECOND = 1000;

/** How many requests the two tiers may make: with credits, and without. */
export const LIMITS = { full: { minute: 60, second: 10 }, broke: { minute: 10, second: 2 } } as const;

/** The tier in which a request is judged. */
export type Tier = keyof typeof LIMITS;

/** What the X-RateLimit headers tell: the minute's limit, what is left of it, and when (s since 1970) that next grows. */
export interface Window {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

/** Where an account stands after a write: its window and credits, and why the request is refused, if it is. */
export interface Standing {
  readonly balance: number;
  readonly window: Window;
  readonly refusal?: ServiceError;
  /** Reservations of requests that never ended, which this write has found and returned. */
  readonly recovered?: number;
}

const logOf = (account: Account, tier: Tier) => (tier === "full" ? account.accepted : account.acceptedBroke);

/** The tier that an account's balance puts it in. */
export const tierOf = ({ balance }: Account): Tier => (balance > 0 ? "full" : "broke");

/** The window of one tier at this moment. */
export const windowOf = (account: Account, tier: Tier, now: number): Window => {
  const recent = logOf(account, tier).filter((moment) => moment > now - MINUTE);
  const limit = LIMITS[tier].minute;
  return {
    limit,
    remaining: Math.max(0, limit - recent.length),
    reset: Math.ceil(((recent[0] ?? now) + MINUTE) / 1000),
  };
};

/** The refusal of a window that is full, with the seconds after which it has room; undefined where it has room now. */
export const windowRefusal = (account: Account, now: number): ServiceError | undefined => {
  const tier = tierOf(account);
  const { minute, second } = LIMITS[tier];
  const log = logOf(account, tier);
  const wait = { minute: log[log.length - minute]! + MINUTE - now, second: log[log.length - second]! + SECOND - now };
  if (wait.minute <= 0 && wait.second <= 0) return undefined;
  const which = wait.minute > 0 ? `${minute} requests a minute` : `${second} requests a second`;
  const retryAfter = Math.max(1, Math.ceil(Math.max(wait.minute, wait.second) / 1000));
  return new ServiceError("RATE_LIMIT_EXCEEDED", `More than ${which}: try again in ${retryAfter} s.`, { retryAfter });
};
