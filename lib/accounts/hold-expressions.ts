import type { Hold, HoldEnd } from "./account.ts";
import { holdValues, numberValue } from "./expressions.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { countingUsage, discountingUsage } from "./usage-expressions.ts";
import type { Write } from "./write.ts";

/** Whether a request's hold still keeps its credits: an ended hold that is still in the item says how. */
const IS_HELD = "attribute_exists(h.#r) AND attribute_not_exists(h.#r.x)";

const endValue = (end: HoldEnd) => ({ S: end });

const endedHold = (hold: Hold, end: HoldEnd) => ({ M: { ...holdValues(hold), x: endValue(end) } });

const staysAfterEnd = ({ wasRepeated = false, keyUse }: MeteredRequest): boolean => wasRepeated || keyUse !== undefined;

/**
 * Spends a reservation. If the reservation was sent more than once, its hold stays: otherwise a reservation that arrives
 * late would be made again. It stays too for a request with an idempotency key, until the key is marked as used.
 */
export const settle = (request: MeteredRequest): Write => {
  const { requestId, credits, expires, keyUse } = request;
  const spent = { ":spent": endedHold({ credits, expires, keyHash: keyUse?.keyHash }, "spent") };
  const stays = staysAfterEnd(request);
  const write: Write = {
    UpdateExpression: stays ? "SET used = used + :c, h.#r = :spent" : "SET used = used + :c REMOVE h.#r",
    ConditionExpression: IS_HELD,
    ExpressionAttributeNames: { "#r": requestId },
    ExpressionAttributeValues: { ":c": numberValue(credits), ...(stays ? spent : {}) },
  };
  return countingUsage(write, request);
};

/** Spends a reservation that was returned as lapsed, if the balance still has its credits. */
export const settleLapsed = (request: MeteredRequest): Write => {
  const write: Write = {
    UpdateExpression: "SET bal = bal - :c, used = used + :c, h.#r.x = :spent",
    ConditionExpression: "h.#r.x = :lapsed AND bal >= :c",
    ExpressionAttributeNames: { "#r": request.requestId },
    ExpressionAttributeValues: {
      ":c": numberValue(request.credits),
      ":lapsed": endValue("lapsed"),
      ":spent": endValue("spent"),
    },
  };
  return countingUsage(write, request);
};

/** Returns a reservation whose settlement was never sent. */
export const refund = ({ requestId, credits }: MeteredRequest): Write => ({
  UpdateExpression: "SET bal = bal + :c REMOVE h.#r",
  ConditionExpression: IS_HELD,
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":c": numberValue(credits) },
  ReturnValues: "ALL_NEW",
});

/** Returns a reservation whose settlement may still arrive: the hold stays, and refuses it. */
export const withdraw = ({ requestId, credits }: Pick<MeteredRequest, "requestId" | "credits">): Write => ({
  UpdateExpression: "SET bal = bal + :c, h.#r.x = :withdrawn",
  ConditionExpression: IS_HELD,
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":c": numberValue(credits), ":withdrawn": endValue("withdrawn") },
});

/** Refuses a reservation that has not arrived, and may still arrive. */
export const refuseReservation = (requestId: string, hold: Hold): Write => ({
  UpdateExpression: "SET h.#r = :withdrawn",
  ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(h.#r)",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":withdrawn": endedHold(hold, "withdrawn") },
});

/** Makes the credits of a spent reservation stay spent. */
export const keepSpent = (requestId: string): Write => ({
  UpdateExpression: "SET h.#r.x = :kept",
  ConditionExpression: "h.#r.x = :spent",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":kept": endValue("kept"), ":spent": endValue("spent") },
});

/** Makes a lapsed reservation refuse a settlement that may still arrive. */
export const withdrawLapsed = ({ requestId }: Pick<MeteredRequest, "requestId">): Write => ({
  UpdateExpression: "SET h.#r.x = :withdrawn",
  ConditionExpression: "h.#r.x = :lapsed",
  ExpressionAttributeNames: { "#r": requestId },
  ExpressionAttributeValues: { ":lapsed": endValue("lapsed"), ":withdrawn": endValue("withdrawn") },
});

/** Returns credits that were spent for a request that got no document. */
export const undoSettlement = (request: MeteredRequest): Write => {
  const { requestId, credits, expires } = request;
  const write: Write = {
    UpdateExpression: "SET bal = bal + :c, used = used - :c, h.#r = :withdrawn",
    ConditionExpression: "attribute_exists(pk) AND (attribute_not_exists(h.#r) OR h.#r.x = :spent)",
    ExpressionAttributeNames: { "#r": requestId },
    ExpressionAttributeValues: {
      ":c": numberValue(credits),
      ":spent": endValue("spent"),
      ":withdrawn": endedHold({ credits, expires }, "withdrawn"),
    },
  };
  return discountingUsage(write, request);
};

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
