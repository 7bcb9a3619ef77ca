import { randomUUID } from "node:crypto";
import { GetItemCommand, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, newAccountItem, toAccount } from "../account.ts";
import { heldCredits } from "../standing.ts";
import type { Table } from "../table.ts";
import { ifConditionHeld, noAccount } from "./condition.ts";

/** Creates an account with these credits. Gives its id, which may be chosen; undefined where the id is taken. */
export const createAccount = async (
  { db, name }: Table,
  credits: number,
  account: string = randomUUID(),
): Promise<string | undefined> => {
  const put = new PutItemCommand({
    TableName: name,
    Item: newAccountItem(account, credits),
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

/** The credits that an account has left (lapsed reservations included), has used, and has reserved for running requests. */
export interface Usage {
  readonly account: string;
  readonly credits: number;
  readonly used: number;
  readonly reserved: number;
}

/** An account's balance and usage at this moment; throws RangeError where there is no such account. */
export const usageOf = async ({ db, name }: Table, account: string, now = Date.now()): Promise<Usage> => {
  const { Item } = await db.send(
    new GetItemCommand({ TableName: name, Key: accountKey(account), ConsistentRead: true }),
  );
  if (Item === undefined) throw noAccount(account);
  const found = toAccount(Item);
  const { reserved, lapsed } = heldCredits(found, now);
  return { account, credits: found.balance + lapsed, used: found.used, reserved };
};
