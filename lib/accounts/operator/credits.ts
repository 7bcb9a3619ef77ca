import { randomUUID } from "node:crypto";
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { STANDARD_PLAN_NAME } from "../../settings/plan.ts";
import { newAccountItem } from "../account.ts";
import type { Table } from "../table.ts";
import { type AccountView, showAccount } from "./accounts.ts";
import { ifConditionHeld } from "./condition.ts";

/** Creates an account with these credits, on a plan. Returns its id, which may be chosen; undefined if the id is taken. */
export const createAccount = async (
  { db, name }: Table,
  credits: number,
  chosen?: string,
  plan: string = STANDARD_PLAN_NAME,
): Promise<string | undefined> => {
  const account = chosen ?? randomUUID();
  const put = new PutItemCommand({
    TableName: name,
    Item: newAccountItem(account, credits, plan),
    // The SDK repeats a write whose answer was lost; a condition would then refuse the account of the first one.
    ...(chosen !== undefined && { ConditionExpression: "attribute_not_exists(pk)" }),
  });
  return (await ifConditionHeld(db.send(put))) && account;
};

/** The credits that an account has left (lapsed reservations included), has used, and has reserved for running requests. */
export type CreditsView = Pick<AccountView, "account" | "credits" | "used" | "reserved">;

/** An account's balance and usage at this moment; throws RangeError if there is no such account. */
export const usageOf = async (table: Table, account: string, now = Date.now()): Promise<CreditsView> => {
  const { credits, used, reserved } = await showAccount(table, account, now);
  return { account, credits, used, reserved };
};
