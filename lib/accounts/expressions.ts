import { type Plan, STANDARD_PLAN_NAME } from "../settings/plan.ts";
import type { Hold } from "./account.ts";
import type { Caller } from "./keys.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { countClauses, type Tier } from "./rate-window.ts";
import type { Write } from "./write.ts";

/** A number as a DynamoDB attribute. */
export const numberValue = (value: number) => ({ N: String(value) });

/** The attributes of a hold. */
export const holdValues = ({ credits, expires, keyHash }: Hold) => ({
  c: numberValue(credits),
  e: numberValue(expires),
  ...(keyHash === undefined ? {} : { k: { S: keyHash } }),
});

/** The conditions that the account is active, the key is its own, and the plan is the one that the write goes by. */
export const accountConditions = ({ keyId }: Caller, { name }: Plan) => {
  const isStandard = name === STANDARD_PLAN_NAME;
  return {
    conditions: ["st = :on", "attribute_exists(k.#kid)", isStandard ? "attribute_not_exists(pl)" : "pl = :plan"],
    names: { "#kid": keyId },
    values: { ":on": { S: "on" }, ...(isStandard ? {} : { ":plan": { S: name } }) },
  };
};

const setting = (assignments: readonly string[]) =>
  assignments.length === 0 ? {} : { UpdateExpression: `SET ${assignments.join()}` };

/** Counts a request and reserves its credits. */
export const reserve = (request: MeteredRequest, plan: Plan, now: number): Write => {
  const { caller, requestId, credits, expires, keyUse } = request;
  const [held, window] = [accountConditions(caller, plan), countClauses("full", plan, now)];
  return {
    ...setting([...window.assignments, "bal = bal - :c", "h.#r = :hold"]),
    ConditionExpression: [...held.conditions, ...window.conditions, "bal >= :c", "attribute_not_exists(h.#r)"].join(
      " AND ",
    ),
    ExpressionAttributeNames: { ...held.names, ...window.names, "#r": requestId },
    ExpressionAttributeValues: {
      ...held.values,
      ...window.values,
      ":c": numberValue(credits),
      ":hold": { M: holdValues({ credits, expires, keyHash: keyUse?.keyHash }) },
    },
    ReturnValues: "ALL_NEW",
  };
};

/** Counts a request in the window of a tier, if the account is in that tier. */
export const countRequest = (tier: Tier, caller: Caller, plan: Plan, now: number): Write => {
  const [held, window] = [accountConditions(caller, plan), countClauses(tier, plan, now)];
  const isInTier = `bal ${tier === "full" ? ">=" : "<"} :one`;
  return {
    ...setting(window.assignments),
    ConditionExpression: [...held.conditions, ...window.conditions, isInTier].join(" AND "),
    ExpressionAttributeNames: { ...held.names, ...window.names },
    ExpressionAttributeValues: { ...held.values, ...window.values, ":one": numberValue(1) },
    ReturnValues: "ALL_NEW",
  };
};
