import type { Item } from "./account.ts";
import { numberValue } from "./expressions.ts";
import type { KeyUse, MeteredRequest } from "./metered-request.ts";
import type { Write } from "./write.ts";

/** Milliseconds for which an idempotency key is remembered. */
const KEY_LIFETIME_MS = 86_400_000;
/** Seconds after that time in which DynamoDB may remove the item. */
const REMOVAL_DELAY_S = 3600;

/** A request that may have an idempotency key. */
export type KeyedRequest = MeteredRequest & { readonly keyUse: KeyUse };

/** What is known of an idempotency key: which request works for it, its credits, and until when (ms since 1970). */
export interface KeyRecord {
  readonly state: "running" | "free" | "done";
  readonly fingerprint: string;
  readonly requestId: string;
  readonly credits: number;
  readonly expires: number;
}

export const recordKey = (account: string, keyHash: string): Item => ({
  pk: { S: `IDM#${account}#${keyHash}` },
  sk: { S: "I" },
});

/** Reads an item. */
export const toRecord = (item: Item): KeyRecord => ({
  state: item["s"]?.S as KeyRecord["state"],
  fingerprint: item["f"]?.S ?? "",
  requestId: item["r"]?.S ?? "",
  credits: Number(item["c"]?.N),
  expires: Number(item["e"]?.N),
});

const state = (value: KeyRecord["state"]) => ({ S: value });

const claimWith = (condition: string, values: Item, request: KeyedRequest, now: number): Write => ({
  UpdateExpression: "SET f = :f, r = :r, c = :c, e = :e, d = :now, s = :running, #ttl = :ttl",
  ConditionExpression: condition,
  ExpressionAttributeNames: { "#ttl": "ttl" },
  ExpressionAttributeValues: {
    ":f": { S: request.keyUse.fingerprint },
    ":r": { S: request.requestId },
    ":c": numberValue(request.credits),
    ":e": numberValue(request.expires),
    ":now": numberValue(now),
    ":running": state("running"),
    ":ttl": numberValue(Math.ceil((now + KEY_LIFETIME_MS) / 1000) + REMOVAL_DELAY_S),
    ...values,
  },
});

/** Claims a key that no request works for: a new or expired one, or one whose last request failed. */
export const claim = (request: KeyedRequest, now: number): Write =>
  claimWith(
    "attribute_not_exists(pk) OR d <= :old OR (s = :free AND f = :f) OR (s = :running AND r = :r)",
    { ":old": numberValue(now - KEY_LIFETIME_MS), ":free": state("free") },
    request,
    now,
  );

/** Claims a key whose last request has vanished. */
export const takeOver = (request: KeyedRequest, vanished: string, now: number): Write =>
  claimWith("s = :running AND r = :vanished AND f = :f", { ":vanished": { S: vanished } }, request, now);

const change = (requestId: string, next: "done" | "free"): Write => ({
  UpdateExpression: "SET s = :next",
  ConditionExpression: "s = :running AND r = :r",
  ExpressionAttributeValues: { ":next": state(next), ":running": state("running"), ":r": { S: requestId } },
});

/** Marks a key as used: its request was paid for. */
export const markUsed = (requestId: string): Write => change(requestId, "done");

/** Frees a key whose request failed. */
export const free = (requestId: string): Write => change(requestId, "free");
