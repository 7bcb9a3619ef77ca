import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { STANDARD_PLAN_NAME } from "../plans/plan.ts";
import { toUsageCounters, type UsageCounters } from "./usage.ts";
import { toCountSlots } from "./windows/slots.ts";

/** A DynamoDB item, as the SDK gives it. */
export type Item = Record<string, AttributeValue>;

/**
 * How a reservation ended: spent, spent and never to be given back, returned for good, or returned because it had lapsed.
 */
export type HoldEnd = "spent" | "kept" | "withdrawn" | "lapsed";

/** Credits reserved for a running request; they lapse at `expires` (ms since 1970). */
export interface Hold {
  readonly credits: number;
  readonly expires: number;
  /** Set where the reservation has ended and its hold stays for a while, so that writes that arrive late find out. */
  readonly end?: HoldEnd | undefined;
  /** The hash of the request's idempotency key. */
  readonly keyHash?: string | undefined;
}

/** How many requests have been accepted in all, and how many had been before each slot of time began, by its number. */
export interface CountSlots {
  readonly total: number;
  readonly minute: ReadonlyMap<number, number>;
  readonly second: ReadonlyMap<number, number>;
}

/** An account's item. */
export interface Account {
  readonly isActive: boolean;
  /** The name of its plan. */
  readonly plan: string;
  readonly balance: number;
  readonly used: number;
  /** Moments (ms since 1970) of the last accepted requests, oldest first: 60 with credits, 10 without. */
  readonly accepted: readonly number[];
  readonly acceptedUnfunded: readonly number[];
  /** Set where a plan with larger windows has counted its requests. */
  readonly slots: CountSlots | undefined;
  readonly holds: ReadonlyMap<string, Hold>;
  readonly keyIds: ReadonlySet<string>;
  readonly usage: UsageCounters;
}

/** Accepted requests that an account remembers, for each tier: as many as the tier's limit of a minute. */
export const REMEMBERED_REQUESTS = { accepted: 60, acceptedUnfunded: 10 } as const;

const numbers = (value: AttributeValue | undefined): number[] => (value?.L ?? []).map(({ N }) => Number(N));

/** The key of an account's item. */
export const accountKey = (id: string): Item => ({ pk: { S: `ACC#${id}` }, sk: { S: "A" } });

/** The attribute with an account's plan; the standard one has none. */
export const planAttribute = (plan: string): Item => (plan === STANDARD_PLAN_NAME ? {} : { pl: { S: plan } });

/** A new account's item, without keys. */
export const newAccountItem = (id: string, credits: number, plan: string = STANDARD_PLAN_NAME): Item => ({
  ...accountKey(id),
  ...planAttribute(plan),
  st: { S: "on" },
  bal: { N: String(credits) },
  used: { N: "0" },
  t: { L: Array.from({ length: REMEMBERED_REQUESTS.accepted }, () => ({ N: "0" })) },
  z: { L: Array.from({ length: REMEMBERED_REQUESTS.acceptedUnfunded }, () => ({ N: "0" })) },
  h: { M: {} },
  k: { M: {} },
});

/** Reads an account from its item. */
export const toAccount = (item: Item): Account => ({
  isActive: item["st"]?.S === "on",
  plan: item["pl"]?.S ?? STANDARD_PLAN_NAME,
  balance: Number(item["bal"]?.N),
  used: Number(item["used"]?.N),
  accepted: numbers(item["t"]),
  acceptedUnfunded: numbers(item["z"]),
  slots: toCountSlots(item),
  holds: new Map(
    Object.entries(item["h"]?.M ?? {}).map(([id, { M }]) => [
      id,
      {
        credits: Number(M?.["c"]?.N),
        expires: Number(M?.["e"]?.N),
        end: M?.["x"]?.S as HoldEnd | undefined,
        keyHash: M?.["k"]?.S,
      },
    ]),
  ),
  keyIds: new Set(Object.keys(item["k"]?.M ?? {})),
  usage: toUsageCounters(item),
});
