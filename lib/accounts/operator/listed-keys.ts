import { paginateQuery, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, type Item, type PrimaryKey, planAttribute, textIn } from "../account.ts";
import { primaryKeyOf } from "../keys.ts";
import type { Table } from "../table.ts";
import { ifConditionHeld } from "./condition.ts";

/** How the sort keys of listed keys begin. */
export const LISTED_KEY_PREFIX = "KEY#";

/** The key of an item in an account's list of its keys. */
export const listedKey = (account: string, keyId: string): PrimaryKey => ({
  ...accountKey(account),
  sk: { S: LISTED_KEY_PREFIX + keyId },
});

/** The list of every key that an account has or had. */
export const listedItems = async ({ db, name }: Table, account: string): Promise<Item[]> => {
  const query = {
    TableName: name,
    KeyConditionExpression: "pk = :account AND begins_with(sk, :key)",
    ExpressionAttributeValues: { ":account": accountKey(account).pk, ":key": { S: LISTED_KEY_PREFIX } },
    ConsistentRead: true,
  };
  const items: Item[] = [];
  for await (const { Items = [] } of paginateQuery({ client: db }, query)) items.push(...Items);
  return items;
};

/** The hashes of every key that an account has or had. */
export const keyHashesOf = async (table: Table, account: string): Promise<string[]> =>
  (await listedItems(table, account)).map((item) => textIn(item, "hash"));

/** Notes the plan at a key, if it is found without a look at the account. The account's own item decides. */
export const notePlan = async ({ db, name: TableName }: Table, keyHash: string, plan: string): Promise<void> => {
  const { pl } = planAttribute(plan);
  const note = new UpdateItemCommand({
    TableName,
    Key: primaryKeyOf(keyHash),
    ConditionExpression: "attribute_exists(pk)",
    UpdateExpression: pl === undefined ? "REMOVE pl" : "SET pl = :plan",
    ...(pl && { ExpressionAttributeValues: { ":plan": pl } }),
  });
  await ifConditionHeld(db.send(note));
};
