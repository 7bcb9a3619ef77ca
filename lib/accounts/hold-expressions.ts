import type { Hold, HoldEnd } from "./account.ts";
import { numberValue } from "./expressions.ts";
import type { MeteredRequest } from "./metered-request.ts";
import type { Write } from "./write.ts";

/** Whether a request's hold still keeps its credits: a hold that has ended, but is still there, says how. */
const IS_HELD = "attribute_exists(h.#r) AND attribute_not_exists(h.#r.x)";

const endValue = (end: HoldEnd) => ({ S: end });

const endedHold = ({ credits, expires }: Hold, end: HoldEnd) => ({
  M: { c: numberValue(credits), e: numberValue(expires), x: endValue(end) },
});

/**
 * Spends a reservation. Where the reservation was sent more than once, its hold stays: otherwise a reservation that arrives
 * late would be made again.
 */
export const settle = ({ requestId, credits, expires, wasRepeated }: MeteredRequest): Write => ({
  UpdateExpression: wasRepeated ? "SET used = used + :c, h.#r = :spent" : "SET used = used + :c REMOVE h.#r",
  ConditionExpression: IS_HELD,
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: {
    ":c": numberValue(credits),
    ...(wasRepeated ? { ":spent": endedHold({ credits, expires }, "spent") } : {}),
  },
});

/** Spends a reservation that was returned as lapsed, if the balance still has its credits. */
export const settleLapsed = ({ requestId, credits }: MeteredRequest): Write => ({
  UpdateExpression: "SET bal = bal - :c, used = used + :c, h.#r.x = :spent",
  ConditionExpression: "h.#r.x = :lapsed AND bal >= :c",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: {
    ":c": numberValue(credits),
    ":lapsed": endValue("lapsed"),
    ":spent": endValue("spent"),
  },
});

/** Returns a reservation whose settlement was never sent. */
export const refund = ({ requestId, credits }: MeteredRequest): Write => ({
  UpdateExpression: "SET bal = bal + :c REMOVE h.#r",
  ConditionExpression: IS_HELD,
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":c": numberValue(credits) },
  ReturnValues: "ALL_NEW",
});

/** Returns a reservation whose settlement may still arrive: the hold stays, and refuses it. */
export const withdraw = ({ requestId, credits }: MeteredRequest): Write => ({
  UpdateExpression: "SET bal = bal + :c, h.#r.x = :withdrawn",
  ConditionExpression: IS_HELD,
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":c": numberValue(credits), ":withdrawn": endValue("withdrawn") },
});

/** Makes a lapsed reservation refuse a settlement that may still arrive. */
export const withdrawLapsed = ({ requestId }: MeteredRequest): Write => ({
  UpdateExpression: "SET h.#r.x = :withdrawn",
  ConditionExpression: "h.#r.x = :lapsed",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":lapsed": endValue("lapsed"), ":withdrawn": endValue("withdrawn") },
});

/** Returns credits that were spent for a request that got no document. */
export const undoSettlement = ({ requestId, credits, expires }: MeteredRequest): Write => ({
  UpdateExpression: "SET bal = bal + :c, used = used - :c, h.#r = :withdrawn",
  ConditionExpression: "attribute_exists(pk) AND (attribute_not_exists(h.#r) OR h.#r.x = :spent)",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: {
    ":c": numberValue(credits),
    ":spent": endValue("spent"),
    ":withdrawn": endedHold({ credits, expires }, "withdrawn"),
  },
});

/** Returns a lapsed reservation. The expiry in the condition lets only one of many writers return it. */
export const recover = (requestId: string, { credits, expires }: Hold): Write => ({
  UpdateExpression: "SET bal = bal + :c, h.#r.x = :lapsed",
  ConditionExpression: `${IS_HELD} AND h.#r.e = :e`,
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":c": numberValue(credits), ":e": numberValue(expires), ":lapsed": endValue("lapsed") },
});

/** Removes the hold of a reservation that ended long ago. */
export const forget = (requestId: string): Write => ({
  UpdateExpression: "REMOVE h.#r",
  ConditionExpression: "attribute_exists(h.#r.x)",
  ExpressionAttributeNames: { "#r": requestId },
});
