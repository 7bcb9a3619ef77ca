import { type Hold, REMEMBERED_REQUESTS } from "./account.ts";
import type { Caller } from "./keys.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { RATE_LIMITS, type Tier } from "./rate-window.ts";
import type { Write } from "./write.ts";

/** A number as a DynamoDB attribute. */
export const numberValue = (value: number) => ({ N: String(value) });

/** The attributes of a hold. */
export const holdValues = ({ credits, expires, keyHash }: Hold) => ({
  c: numberValue(credits),
  e: numberValue(expires),
  ...(keyHash === undefined ? {} : { k: { S: keyHash } }),
});

/** Assignments that drop a list's oldest moment and append `:now`. SET reads the values from before the update. */
const shiftExpression = (list: string, length: number): string =>
  Array.from({ length }, (_, i) => `${list}[${i}]=${i + 1 < length ? `${list}[${i + 1}]` : ":now"}`).join();

/** For a tier's list of accepted moments: the assignments that add one, and the condition that both windows have room for it. */
const acceptedList = (name: string, length: number, second: number) => ({
  shift: shiftExpression(name, length),
  hasRoom: `${name}[0] <= :m AND ${name}[${length - second}] <= :s`,
});

const LISTS = {
  full: acceptedList("t", REMEMBERED_REQUESTS.accepted, RATE_LIMITS.full.second),
  unfunded: acceptedList("z", REMEMBERED_REQUESTS.acceptedUnfunded, RATE_LIMITS.unfunded.second),
};

const IN_FORCE = "st = :on AND attribute_exists(k.#kid)";

const momentValues = (now: number) => ({
  ":on": { S: "on" },
  ":now": numberValue(now),
  ":m": numberValue(now - 60_000),
  ":s": numberValue(now - 1000),
});

/** Counts a request and reserves its credits. */
export const reserve = ({ caller, requestId, credits, expires, keyUse }: MeteredRequest, now: number): Write => ({
  UpdateExpression: `SET ${LISTS.full.shift}, bal = bal - :c, h.#r = :hold`,
  ConditionExpression: `${IN_FORCE} AND ${LISTS.full.hasRoom} AND bal >= :c AND attribute_not_exists(h.#r)`,
  ExpressionAttributeNames: { "#kid": caller.keyId, "#r": requestId },
  ExpressionAttributeValues: {
    ...momentValues(now),
    ":c": numberValue(credits),
    ":hold": { M: holdValues({ credits, expires, keyHash: keyUse?.keyHash }) },
  },
  ReturnValues: "ALL_NEW",
});

/** Counts a request in the window of a tier, if the account is in that tier. */
export const countRequest = (tier: Tier, { keyId }: Caller, now: number): Write => ({
  UpdateExpression: `SET ${LISTS[tier].shift}`,
  ConditionExpression: `${IN_FORCE} AND ${LISTS[tier].hasRoom} AND bal ${tier === "full" ? ">=" : "<"} :one`,
  ExpressionAttributeNames: { "#kid": keyId },
  ExpressionAttributeValues: { ...momentValues(now), ":one": numberValue(1) },
  ReturnValues: "ALL_NEW",
});
