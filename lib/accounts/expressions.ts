import { REMEMBERED } from "./account.ts";
import type { Caller } from "./keys.ts";
import type { Metered } from "./metered.ts";
import { LIMITS, type Tier } from "./standing.ts";
import type { Write } from "./write.ts";

const n = (value: number) => ({ N: String(value) });

/** Assignments that drop a list's oldest moment and append `:now`: SET reads the item as it was before the update. */
const shift = (list: string, length: number): string =>
  Array.from({ length }, (_, i) => `${list}[${i}]=${i + 1 < length ? `${list}[${i + 1}]` : ":now"}`).join();

/** A tier's list of accepted moments: how it moves on, and when it has room in the minute and in the second. */
const list = (name: string, length: number, second: number) => ({
  shift: shift(name, length),
  hasRoom: `${name}[0] <= :m AND ${name}[${length - second}] <= :s`,
});

const LISTS = {
  full: list("t", REMEMBERED.accepted, LIMITS.full.second),
  broke: list("z", REMEMBERED.acceptedBroke, LIMITS.broke.second),
};

const IN_FORCE = "st = :on AND attribute_exists(k.#kid)";

const moments = (now: number) => ({ ":on": { S: "on" }, ":now": n(now), ":m": n(now - 60_000), ":s": n(now - 1000) });

/** Counts a request and reserves its credits. */
export const admit = ({ caller, requestId, credits, expires }: Metered, now: number): Write => ({
  UpdateExpression: `SET ${LISTS.full.shift}, bal = bal - :c, h.#r = :hold`,
  ConditionExpression: `${IN_FORCE} AND ${LISTS.full.hasRoom} AND bal >= :c AND attribute_not_exists(h.#r)`,
  ExpressionAttributeNames: { "#kid": caller.keyId, "#r": requestId },
  ExpressionAttributeValues: {
    ...moments(now),
    ":c": n(credits),
    ":hold": { M: { c: n(credits), e: n(expires) } },
  },
  ReturnValues: "ALL_NEW",
});

/** Counts a request in the window of one tier, if the account is in it. */
export const tick = (tier: Tier, { keyId }: Caller, now: number): Write => ({
  UpdateExpression: `SET ${LISTS[tier].shift}`,
  ConditionExpression: `${IN_FORCE} AND ${LISTS[tier].hasRoom} AND bal ${tier === "full" ? ">=" : "<"} :one`,
  ExpressionAttributeNames: { "#kid": keyId },
  ExpressionAttributeValues: { ...moments(now), ":one": n(1) },
  ReturnValues: "ALL_NEW",
});

/** Spends a reservation. */
export const settle = (requestId: string, credits: number): Write => ({
  UpdateExpression: "SET used = used + :c REMOVE h.#r",
  ConditionExpression: "attribute_exists(h.#r)",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":c": n(credits) },
});

/** Returns a reservation. */
export const refund = (requestId: string, credits: number): Write => ({
  UpdateExpression: "SET bal = bal + :c REMOVE h.#r",
  ConditionExpression: "attribute_exists(h.#r)",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":c": n(credits) },
  ReturnValues: "ALL_NEW",
});

/** Returns a reservation that has lapsed; the expiry in its condition lets only one of many recoverers do it. */
export const recover = (requestId: string, credits: number, expires: number): Write => ({
  UpdateExpression: "SET bal = bal + :c REMOVE h.#r",
  ConditionExpression: "h.#r.e = :e",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":c": n(credits), ":e": n(expires) },
});
