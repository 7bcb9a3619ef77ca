import type { DeliveryAttempt, DeliveryProgress } from "../jobs/delivery.ts";
import type { Posted } from "./post.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds between attempts, those that Standard Webhooks recommends: ten attempts in 75 hours. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Attempts at a delivery. */
export const DELIVERY_ATTEMPTS_LIMIT = DELAYS_MS.length + 1;

/** The share of a delay by which it may be shorter or longer, so that what failed together is not sent together again. */
const JITTER_SHARE = 0.1;

/** Milliseconds for which a `Retry-After` can put an attempt off. */
const RETRY_AFTER_LIMIT_MS = 24 * HOUR_MS;

/** Attempts of a delivery that are remembered. */
const REMEMBERED_ATTEMPTS = 20;

const OK_STATUS = { first: 200, last: 299 };
const GONE_STATUS = 410;

/** Milliseconds that a `Retry-After` of seconds or of a date asks for (RFC 9110, 10.2.3); 0 for another text. */
const retryAfterMs = (text: string | undefined, now: number): number => {
  if (text === undefined) return 0;
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isNaN(asked) ? 0 : Math.min(RETRY_AFTER_LIMIT_MS, Math.max(0, asked));
};

const delayAfter = (tries: number, random: () => number): number | undefined => {
  const delay = DELAYS_MS[tries - 1];
  return delay && Math.round(delay * (1 - JITTER_SHARE + 2 * JITTER_SHARE * random()));
};

/** What ends a delivery at the latest, and how chance is drawn, from 0 to 1. */
interface ScheduleOptions {
  /** When (ms since 1970) its subject is forgotten. */
  readonly endsAt: number;
  readonly random: () => number;
}

/** How a delivery goes after an attempt. */
export const afterAttempt = (
  { attempts: earlier, tries: before }: DeliveryProgress,
  { at, status, error, retryAfter }: Posted & { readonly at: number },
  { endsAt, random }: ScheduleOptions,
): DeliveryProgress => {
  const attempt: DeliveryAttempt = {
    at,
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
  };
  const [attempts, tries] = [[...earlier, attempt].slice(-REMEMBERED_ATTEMPTS), before + 1];
  if (status !== undefined && status >= OK_STATUS.first && status <= OK_STATUS.last)
    return { state: "delivered", attempts, tries };
  if (status === GONE_STATUS) return { state: "gone", attempts, tries };
  const delay = delayAfter(tries, random);
  const dueAt = at + Math.max(delay ?? 0, retryAfterMs(retryAfter, at));
  if (delay === undefined || dueAt >= endsAt) return { state: "failed", attempts, tries };
  return { state: "waiting", attempts, tries, dueAt };
};
