import { randomUUID } from "node:crypto";
import { PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { STANDARD_PLAN_NAME } from "../../plans/plan.ts";
import { accountKey, newAccountItem, toAccount } from "../account.ts";
import type { Table } from "../table.ts";
import { type AccountView, showAccount } from "./accounts.ts";
import { ifConditionHeld, noAccount } from "./condition.ts";

/** Creates an account with these credits, on a plan. Gives its id, which may be chosen; undefined where the id is taken. */
export const createAccount = async (
  { db, name }: Table,
  credits: number,
  account: string = randomUUID(),
  plan: string = STANDARD_PLAN_NAME,
): Promise<string | undefined> => {
  const put = new PutItemCommand({
    TableName: name,
    Item: newAccountItem(account, credits, plan),
    ConditionExpression: "attribute_not_exists(pk)",
  });
  return (await ifConditionHeld(db.send(put))) && account;
};

/** Adds credits to an account and gives the new balance; throws RangeError where there is no such account. */
export const grantCredits = async ({ db, name }: Table, account: string, credits: number): Promise<number> => {
  const grant = new UpdateItemCommand({
    TableName: name,
    Key: accountKey(account),
    UpdateExpression: "SET bal = bal + :c",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":c": { N: String(credits) } },
    ReturnValues: "ALL_NEW",
  });
  const granted = await ifConditionHeld(db.send(grant));
  if (granted === undefined) throw noAccount(account);
  return toAccount(granted.Attributes!).balance;
};

/**
 * Takes credits from an account and gives the new balance. Throws RangeError where there is no such account, or it has fewer
 * credits.
 */
export const debitCredits = async ({ db, name }: Table, account: string, credits: number): Promise<number> => {
  const debit = new UpdateItemCommand({
    TableName: name,
    Key: accountKey(account),
    UpdateExpression: "SET bal = bal - :c",
    ConditionExpression: "attribute_exists(pk) AND bal >= :c",
    ExpressionAttributeValues: { ":c": { N: String(credits) } },
    ReturnValues: "ALL_NEW",
  });
  const debited = await ifConditionHeld(db.send(debit));
  if (debited !== undefined) return toAccount(debited.Attributes!).balance;
  const { credits: left } = await usageOf({ db, name }, account);
  throw new RangeError(`Account ${account} has only ${left} credits.`);
};

/** The credits that an account has left (lapsed reservations included), has used, and has reserved for running requests. */
export type Usage = Pick<AccountView, "account" | "credits" | "used" | "reserved">;

/** An account's balance and usage at this moment; throws RangeError where there is no such account. */
export const usageOf = async (table: Table, account: string, now = Date.now()): Promise<Usage> => {
  const { credits, used, reserved } = await showAccount(table, account, now);
  return { account, credits, used, reserved };
};
