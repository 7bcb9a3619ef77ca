import type { Item, PrimaryKey } from "./account.ts";
import { numberValue } from "./expressions.ts";
import type { KeyUse, MeteredRequest } from "./metered-request.ts";
import type { Write } from "./write.ts";

/** Milliseconds for which an idempotency key is remembered. */
const KEY_LIFETIME_MS = 86_400_000;
/** Seconds after that time in which DynamoDB may remove the item. */
const REMOVAL_DELAY_S = 3600;

/** A request that may have an idempotency key. */
export type KeyedRequest = MeteredRequest & { readonly keyUse: KeyUse };

/**
 * What is known of an idempotency key: which request works for it or has worked for it last, its credits, and until when (ms
 * since 1970). A key whose state is `again` is paid for, and its work is done again because the answer was not kept. One whose state is `job` names a job.
 */
export interface KeyRecord {
  readonly state: "running" | "free" | "done" | "again" | "job";
  readonly fingerprint: string;
  readonly requestId: string;
  readonly credits: number;
  readonly expires: number;
  /** Attempts at the work since the key was claimed. */
  readonly works: number;
  /** Whether the answer was kept. */
  readonly isKept: boolean;
}

export const recordKey = (account: string, keyHash: string): PrimaryKey => ({
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
  works: Number(item["n"]?.N ?? 1),
  isKept: item["a"]?.BOOL === true,
});

const state = (value: KeyRecord["state"]) => ({ S: value });

/** Whether the key of an item is still remembered at a moment (ms since 1970). */
export const isRemembered = (item: Item, now: number): boolean => Number(item["d"]?.N) > now - KEY_LIFETIME_MS;

const removalTime = (now: number) => numberValue(Math.ceil((now + KEY_LIFETIME_MS) / 1000) + REMOVAL_DELAY_S);

/** Claims a new or expired key for a job, or one whose last request failed, or one that names the job that is replaced. */
export const jobClaimWrite = (
  { fingerprint }: KeyUse,
  jobId: string,
  replaced: string | undefined,
  now: number,
): Write => ({
  UpdateExpression: "SET f = :f, r = :r, d = :now, s = :job, #ttl = :ttl REMOVE a, c, e, n",
  ConditionExpression: "attribute_not_exists(pk) OR d <= :old OR (s = :free AND f = :f) OR r IN (:r, :replaced)",
  ExpressionAttributeNames: { "#ttl": "ttl" },
  ExpressionAttributeValues: {
    ":f": { S: fingerprint },
    ":r": { S: jobId },
    ":replaced": { S: replaced ?? jobId },
    ":now": numberValue(now),
    ":job": state("job"),
    ":ttl": removalTime(now),
    ":old": numberValue(now - KEY_LIFETIME_MS),
    ":free": state("free"),
  },
});

const claimWith = (condition: string, values: Item, request: KeyedRequest, now: number): Write => ({
  UpdateExpression: "SET f = :f, r = :r, c = :c, e = :e, d = :now, s = :running, n = :one, #ttl = :ttl REMOVE a",
  ConditionExpression: condition,
  ExpressionAttributeNames: { "#ttl": "ttl" },
  ExpressionAttributeValues: {
    ":f": { S: request.keyUse.fingerprint },
    ":r": { S: request.requestId },
    ":c": numberValue(request.credits),
    ":e": numberValue(request.expires),
    ":now": numberValue(now),
    ":running": state("running"),
    ":one": numberValue(1),
    ":ttl": removalTime(now),
    ...values,
  },
});

/** Claims a key that no request works for: a new or expired one, or one whose last request failed. */
export const claimWrite = (request: KeyedRequest, now: number): Write =>
  claimWith(
    "attribute_not_exists(pk) OR d <= :old OR (s = :free AND f = :f) OR (s = :running AND r = :r)",
    { ":old": numberValue(now - KEY_LIFETIME_MS), ":free": state("free") },
    request,
    now,
  );

/** Claims a key whose last request has vanished. */
export const takeOverWrite = (request: KeyedRequest, vanished: string, now: number): Write =>
  claimWith("s = :running AND r = :vanished AND f = :f", { ":vanished": { S: vanished } }, request, now);

const change = (requestId: string, next: "done" | "free"): Write => ({
  UpdateExpression: "SET s = :next",
  ConditionExpression: "s = :running AND r = :r",
  ExpressionAttributeValues: { ":next": state(next), ":running": state("running"), ":r": { S: requestId } },
});

/** Marks a key as used: its request was paid for. Whether the answer was kept is not known. */
export const markUsedWrite = (requestId: string): Write => change(requestId, "done");

/** Frees a key whose request failed. */
export const freeWrite = (requestId: string): Write => change(requestId, "free");

/** Marks a key as used by its own request, which knows whether it has kept the answer. */
export const completeWrite = (requestId: string, isKept: boolean): Write => ({
  UpdateExpression: "SET s = :done, a = :kept",
  ConditionExpression: "r = :r AND (s = :running OR s = :again)",
  ExpressionAttributeValues: {
    ":done": state("done"),
    ":kept": { BOOL: isKept },
    ":r": { S: requestId },
    ":running": state("running"),
    ":again": state("again"),
  },
});

/** Lets a request do the work of a paid key again, unless another one has begun to. */
export const workAgainWrite = ({ requestId, expires }: KeyedRequest, paid: KeyRecord): Write => ({
  UpdateExpression: "SET s = :again, r = :r, e = :e, n = :n",
  ConditionExpression: "s = :was AND r = :before",
  ExpressionAttributeValues: {
    ":again": state("again"),
    ":r": { S: requestId },
    ":e": numberValue(expires),
    ":n": numberValue(paid.works + 1),
    ":was": state(paid.state),
    ":before": { S: paid.requestId },
  },
});

/** Undoes `workAgainWrite` after a failure. */
export const giveUpWrite = (requestId: string): Write => ({
  UpdateExpression: "SET s = :done, n = n - :one",
  ConditionExpression: "s = :again AND r = :r",
  ExpressionAttributeValues: {
    ":done": state("done"),
    ":one": numberValue(1),
    ":again": state("again"),
    ":r": { S: requestId },
  },
});
