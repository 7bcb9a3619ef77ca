import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { ServiceError } from "../errors/service-error.ts";
import type { Plan } from "../settings/plan.ts";
import { type Account, accountKey, toAccount } from "./account.ts";
import type { Caller } from "./keys.ts";
import { type Tier, tierOf, windowStates } from "./rate-window.ts";
import type { Table } from "./table.ts";
import { type PeriodUsage, usageOn, utcDay } from "./usage.ts";

/** The requests that an account may still make in a window of `seconds`. */
interface Window {
  readonly seconds: number;
  readonly limit: number;
  readonly remaining: number;
}

/** How an account stands: its credits, tier, rate windows and usage. Lapsed reservations count as remaining credits. */
interface Standing {
  readonly creditsRemaining: number;
  readonly creditsReserved: number;
  readonly creditsUsed: number;
  /** The name of the account's plan. */
  readonly plan: string;
  readonly tier: Tier;
  /** The windows that have a limit. */
  readonly windows: readonly Window[];
  /** Requests that were charged, and their credits, on this day and in this month in UTC, and in all. */
  readonly usage: Readonly<Record<"today" | "month" | "total", PeriodUsage>>;
}

const windowsOf = (account: Account, plan: Plan, now: number): Window[] =>
  windowStates(account, tierOf(account), plan, now).map(({ seconds, limit, used }) => ({
    seconds,
    limit,
    remaining: Math.max(0, limit - used),
  }));

/** The credits that reservations and jobs hold, and those of lapsed reservations, which belong to the account again. */
export const heldCredits = (
  { holds, jobs }: Pick<Account, "holds" | "jobs">,
  now: number,
): { reserved: number; lapsed: number } => {
  const open = [...holds.values()].filter(({ end }) => end === undefined);
  const sum = (some: typeof open) => some.reduce((credits, hold) => credits + hold.credits, 0);
  return {
    reserved: jobs.credits + sum(open.filter(({ expires }) => expires >= now)),
    lapsed: sum(open.filter(({ expires }) => expires < now)),
  };
};

/**
 * How the caller's account stands at a moment (ms since 1970). Throws UNAUTHORIZED if the account is suspended or the key
 * revoked, SERVICE_UNAVAILABLE if the table cannot be reached or the plan is not configured.
 */
export const standingOf = async (
  { db, name }: Table,
  caller: Caller,
  planOf: (name: string) => Plan,
  now: number,
): Promise<Standing> => {
  const read = new GetItemCommand({ TableName: name, Key: accountKey(caller.account), ConsistentRead: true });
  const { Item } = await db.send(read).catch((cause) => {
    throw new ServiceError("SERVICE_UNAVAILABLE", "The accounts cannot be reached.", {
      reason: "store-unreachable",
      retryAfter: 5,
      cause,
    });
  });
  const found = Item && toAccount(Item);
  if (!found?.isActive || !found.keyIds.has(caller.keyId)) {
    throw new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
  }
  const { reserved, lapsed } = heldCredits(found, now);
  const account = { ...found, balance: found.balance + lapsed };
  return {
    creditsRemaining: account.balance,
    creditsReserved: reserved,
    creditsUsed: account.used,
    plan: account.plan,
    tier: tierOf(account),
    windows: windowsOf(account, planOf(account.plan), now),
    usage: usageOn(account.usage, utcDay(now)),
  };
};
