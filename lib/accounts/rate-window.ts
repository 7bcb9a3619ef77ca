import { ServiceError } from "../errors/service-error.ts";
import type { Plan, RateLimits } from "../settings/plan.ts";
import type { Account } from "./account.ts";
import { momentsIn, REMEMBERED_REQUESTS } from "./windows/moments.ts";
import { countSlots } from "./windows/slots.ts";
import { type CountClauses, WINDOWS, type WindowForm, type WindowState } from "./windows/window-form.ts";

/** The two tiers of each plan: accounts with credits, and without. */
export const TIERS = ["full", "unfunded"] as const;

/** The tier whose limits apply to a request. */
export type Tier = (typeof TIERS)[number];

/** Requests that accounts without credits may make, whatever their plan. */
const UNFUNDED_LIMITS: RateLimits = { minute: 10, second: 2 };

/** The values of the X-RateLimit headers: the limit of a minute, how much is left, and when (s since 1970) more is left. */
interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

/** An account after a write: its balance and window, and the refusal of the request if there is one. */
export interface MeterResult {
  readonly balance: number;
  /** Undefined if the plan has no limit of a minute. */
  readonly window: RateWindow | undefined;
  readonly refusal?: ServiceError;
  /** The credits of a reservation, by the account's plan. */
  readonly credits?: number;
  /** Lapsed reservations that this request has returned. */
  readonly recovered?: number;
  /** Whether the reservation was sent more than once, because an answer did not come. */
  readonly wasRepeated?: boolean;
  /** Names of usage counters whose days or months are over. */
  readonly pastCounters?: readonly string[];
  /** Past slots of the rate windows, each as its map and its name. */
  readonly pastSlots?: readonly (readonly [string, string])[];
}

/** The tier that an account's balance puts it in. */
export const tierOf = ({ balance }: Account): Tier => (balance > 0 ? "full" : "unfunded");

const limitsOf = (tier: Tier, { rates }: Plan): RateLimits => (tier === "full" ? rates : UNFUNDED_LIMITS);

const MOMENTS = { full: momentsIn("accepted"), unfunded: momentsIn("acceptedUnfunded") };

/** Nothing to count. */
const noWindows: WindowForm = { count: () => ({ assignments: [], conditions: [] }), states: () => [] };

/** A list of moments for windows that are small enough to be listed; larger windows need slots. */
const formOf = (tier: Tier, plan: Plan): WindowForm => {
  const { minute, second } = limitsOf(tier, plan);
  if (minute === undefined && second === undefined) return noWindows;
  return minute !== undefined && minute <= REMEMBERED_REQUESTS.accepted ? MOMENTS[tier] : countSlots;
};

/** The clauses of a write that counts a request in the windows of a tier. */
export const countClauses = (tier: Tier, plan: Plan, now: number): CountClauses =>
  formOf(tier, plan).count(limitsOf(tier, plan), now);

/** Whether a plan counts requests in slots, which an account's item does not have yet. */
export const needsSlots = (account: Account, tier: Tier, plan: Plan): boolean =>
  account.slots === undefined && formOf(tier, plan) === countSlots;

/** The rate windows of a tier that have a limit, at a moment (ms since 1970). That of the minute comes first. */
export const windowStates = (account: Account, tier: Tier, plan: Plan, now: number): WindowState[] =>
  formOf(tier, plan).states(account, limitsOf(tier, plan), now);

/** A tier's window of one minute, at a moment (ms since 1970); undefined if it has no limit. */
export const windowOf = (account: Account, tier: Tier, plan: Plan, now: number): RateWindow | undefined => {
  const [minute] = windowStates(account, tier, plan, now);
  if (minute === undefined || minute.seconds !== WINDOWS[0].seconds) return undefined;
  const { limit, used, releaseAt = now + minute.seconds * 1000 } = minute;
  return { limit, remaining: Math.max(0, limit - used), reset: Math.ceil(releaseAt / 1000) };
};

const unitOf = ({ seconds }: WindowState): string => WINDOWS.find((window) => window.seconds === seconds)?.name ?? "";

/** The refusal if a window is full, with the seconds until it has room; undefined if all have room. */
export const windowRefusal = (account: Account, plan: Plan, now: number): ServiceError | undefined => {
  const full = windowStates(account, tierOf(account), plan, now).filter(({ roomAt }) => roomAt > now);
  const [first] = full;
  if (first === undefined) return undefined;
  const retryAfter = Math.max(1, Math.ceil((Math.max(...full.map(({ roomAt }) => roomAt)) - now) / 1000));
  const message = `More than ${first.limit} requests a ${unitOf(first)}: try again in ${retryAfter} s.`;
  return new ServiceError("RATE_LIMIT_EXCEEDED", message, { retryAfter });
};
