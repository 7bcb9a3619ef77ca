import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { STANDARD_PLAN_NAME } from "../settings/plan.ts";
import { toUsageCounters, type UsageCounters } from "./usage.ts";
import { REMEMBERED_REQUESTS } from "./windows/moments.ts";
import { toCountSlots } from "./windows/slots.ts";
import type { AcceptedRequests } from "./windows/window-form.ts";

/** A DynamoDB item, as the SDK returns it. */
export type Item = Record<string, AttributeValue>;

/**
 * How a reservation ended: `spent`; `kept` (spent for good); `withdrawn` (returned for good); or `lapsed` (returned because
 * nobody ended it in time). After a lapse a late settlement may still take the credits again.
 */
export type HoldEnd = "spent" | "kept" | "withdrawn" | "lapsed";

/** Credits reserved for a running request; they lapse at `expires` (ms since 1970). */
export interface Hold {
  readonly credits: number;
  readonly expires: number;
  /** Set once the reservation has ended. The hold stays for a while, so that late writes find its end. */
  readonly end?: HoldEnd | undefined;
  /** The hash of the request's idempotency key. */
  readonly keyHash?: string | undefined;
}

/** The jobs of an account that have not ended: how many, the credits reserved for them, and the bytes of their bodies. */
interface OpenJobs {
  readonly count: number;
  readonly credits: number;
  readonly bytes: number;
}

/**
 * An account. Its item, with a reservation of one credit and a key:
 * `{ pk: "ACC#7", sk: "A", st: "on", bal: 98, used: 1, t: [60 moments], z: [10 moments], h: { "request id": { c: 1, e: 1763900000000 } },
 * k: { "key id": 1 } }`, and the usage counters.
 */
export interface Account extends AcceptedRequests {
  readonly isActive: boolean;
  /** The name of its plan. */
  readonly plan: string;
  readonly balance: number;
  readonly used: number;
  readonly holds: ReadonlyMap<string, Hold>;
  readonly keyIds: ReadonlySet<string>;
  readonly usage: UsageCounters;
  readonly jobs: OpenJobs;
}

/** The primary key of an item. */
export type PrimaryKey = { readonly pk: { readonly S: string }; readonly sk: { readonly S: string } };

/** A text that every item of its kind has. Throws an Error if this one has none. */
export const textIn = (item: Item, attribute: string): string => {
  const text = item[attribute]?.S;
  if (text === undefined) throw new Error(`An item of the store has no ${attribute}.`);
  return text;
};

const numbers = (value: AttributeValue | undefined): number[] => (value?.L ?? []).map(({ N }) => Number(N));

/** The sort key of accounts' items. */
export const ACCOUNT_SORT_KEY = "A";

/** The key of an account's item. */
export const accountKey = (id: string): PrimaryKey => ({ pk: { S: `ACC#${id}` }, sk: { S: ACCOUNT_SORT_KEY } });

/** The attribute with an account's plan; the standard one has none. */
export const planAttribute = (plan: string): Item => (plan === STANDARD_PLAN_NAME ? {} : { pl: { S: plan } });

/** A new account's item, without keys. */
export const newAccountItem = (id: string, credits: number, plan: string): Item => ({
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
  jobs: { count: Number(item["jn"]?.N ?? 0), credits: Number(item["jc"]?.N ?? 0), bytes: Number(item["jb"]?.N ?? 0) },
});
