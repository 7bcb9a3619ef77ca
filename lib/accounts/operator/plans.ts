import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import type { Plans } from "../../plans/plan.ts";
import { accountKey } from "../account.ts";
import type { Table } from "../table.ts";
import { type AccountView, viewOf } from "./accounts.ts";
import { ifConditionHeld, noAccount } from "./condition.ts";
import { keyHashesOf, notePlan, planChange } from "./keys.ts";

/** Throws RangeError that lists the plans where a plan is not configured. */
export const assertPlan = (plans: Plans, name: string): void => {
  if (plans.has(name)) return;
  throw new RangeError(`There is no plan ${name}: PLATEN_PLANS configures ${[...plans.keys()].join(", ")}`);
};

/** Puts an account on a plan, from its next request on. Throws RangeError where there is no such account. */
export const setPlan = async (table: Table, account: string, plan: string): Promise<AccountView> => {
  const { db, name: TableName } = table;
  const change = new UpdateItemCommand({
    TableName,
    Key: accountKey(account),
    ConditionExpression: "attribute_exists(pk)",
    ReturnValues: "ALL_NEW",
    ...planChange(plan),
  });
  const changed = await ifConditionHeld(db.send(change));
  if (changed === undefined) throw noAccount(account);
  for (const hash of await keyHashesOf(table, account)) await notePlan(table, hash, plan);
  return viewOf(changed.Attributes!, Date.now());
};
