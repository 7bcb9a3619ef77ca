import { GetItemCommand, paginateScan, UpdateItemCommand, type UpdateItemCommandInput } from "@aws-sdk/client-dynamodb";
import { accountKey, type Item, toAccount } from "../account.ts";
import { heldCredits } from "../standing.ts";
import type { Table } from "../table.ts";
import { ifConditionHeld, noAccount } from "./condition.ts";

/** An account as its operator sees it. Its credits include those of lapsed reservations. */
export interface AccountView {
  readonly account: string;
  readonly name: string | undefined;
  readonly state: "active" | "suspended";
  readonly plan: string;
  readonly credits: number;
  readonly used: number;
  /** Credits that running requests have reserved. */
  readonly reserved: number;
}

const ID = /^ACC#(.+)$/s;

/** The account in an item, at a moment (ms since 1970). */
export const viewOf = (item: Item, now: number): AccountView => {
  const found = toAccount(item);
  const { reserved, lapsed } = heldCredits(found, now);
  return {
    account: ID.exec(item["pk"]!.S!)![1]!,
    name: item["nm"]?.S,
    state: found.isActive ? "active" : "suspended",
    plan: found.plan,
    credits: found.balance + lapsed,
    used: found.used,
    reserved,
  };
};

/** An account at a moment (ms since 1970), now by default; throws RangeError where there is no such account. */
export const showAccount = async ({ db, name }: Table, account: string, now = Date.now()): Promise<AccountView> => {
  const { Item } = await db.send(
    new GetItemCommand({ TableName: name, Key: accountKey(account), ConsistentRead: true }),
  );
  if (Item === undefined) throw noAccount(account);
  return viewOf(Item, now);
};

/** All accounts of a table, in no order. */
export async function* listAccounts({ db, name: TableName }: Table): AsyncGenerator<AccountView> {
  const accounts = {
    TableName,
    FilterExpression: "sk = :account",
    ExpressionAttributeValues: { ":account": accountKey("")["sk"]! },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateScan({ client: db }, accounts))
    for (const item of Items) yield viewOf(item, Date.now());
}

type Change = Pick<UpdateItemCommandInput, "UpdateExpression" | "ExpressionAttributeValues">;

/** Changes an account; throws RangeError where there is no such account. */
const change = async ({ db, name: TableName }: Table, account: string, update: Change): Promise<AccountView> => {
  const command = new UpdateItemCommand({
    TableName,
    Key: accountKey(account),
    ConditionExpression: "attribute_exists(pk)",
    ReturnValues: "ALL_NEW",
    ...update,
  });
  const changed = await ifConditionHeld(db.send(command));
  if (changed === undefined) throw noAccount(account);
  return viewOf(changed.Attributes!, Date.now());
};

/** Suspends an account, whose requests are refused from now on, or lets it work again. Throws RangeError without an account. */
export const setState = (table: Table, account: string, state: AccountView["state"]): Promise<AccountView> =>
  change(table, account, {
    UpdateExpression: "SET st = :state",
    ExpressionAttributeValues: { ":state": { S: state === "active" ? "on" : "off" } },
  });

/** Names an account for its operator; an empty name removes it. Throws RangeError where there is no such account. */
export const nameAccount = (table: Table, account: string, name: string): Promise<AccountView> =>
  change(
    table,
    account,
    name === ""
      ? { UpdateExpression: "REMOVE nm" }
      : { UpdateExpression: "SET nm = :name", ExpressionAttributeValues: { ":name": { S: name } } },
  );
