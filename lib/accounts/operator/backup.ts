import { BatchWriteItemCommand, GetItemCommand, paginateQuery, paginateScan } from "@aws-sdk/client-dynamodb";
import { ACCOUNT_SORT_KEY, type Item } from "../account.ts";
import { primaryKeyOf } from "../keys.ts";
import type { Table } from "../table.ts";

/** Items that one request writes at most (BatchWriteItem). */
const BATCH_LIMIT = 25;
const FIRST_RETRY_MS = 50;

/** Begins the partition keys of accounts, with the lists of their keys. */
const ACCOUNT_PREFIX = "ACC#";
const KEY_PREFIX = "KEY#";

/** An account with its keys. The account is read first, so that none of its keys is missing. */
async function* itemsOfAccount({ db, name: TableName }: Table, partition: string): AsyncGenerator<Item> {
  const query = {
    TableName,
    KeyConditionExpression: "pk = :account",
    ExpressionAttributeValues: { ":account": { S: partition } },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client: db }, query))
    for (const item of Items) {
      yield item;
      const hash = item["hash"]?.S;
      if (hash === undefined) continue;
      const key = new GetItemCommand({ TableName, Key: primaryKeyOf(hash), ConsistentRead: true });
      const { Item } = await db.send(key);
      if (Item !== undefined) yield Item;
    }
}

/** All items of a table. Each account is as it was at one moment, also while requests change it. */
export async function* backupItems(table: Table): AsyncGenerator<Item> {
  const scan = { TableName: table.name, ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client: table.db }, scan))
    for (const item of Items) {
      const partition = item["pk"]?.S ?? "";
      if (partition.startsWith(ACCOUNT_PREFIX)) {
        if (item["sk"]?.S === ACCOUNT_SORT_KEY) yield* itemsOfAccount(table, partition);
      } else if (!partition.startsWith(KEY_PREFIX)) yield item;
    }
}

const write = async ({ db, name }: Table, items: readonly Item[]): Promise<void> => {
  let requests = items.map((Item) => ({ PutRequest: { Item } }));
  for (let delayMs = FIRST_RETRY_MS; requests.length > 0; delayMs *= 2) {
    const { UnprocessedItems = {} } = await db.send(new BatchWriteItemCommand({ RequestItems: { [name]: requests } }));
    requests = (UnprocessedItems[name] ?? []) as typeof requests;
    if (requests.length > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
};

/** Whether a table holds an account. */
export const hasAccounts = async (table: Table): Promise<boolean> => {
  for await (const item of backupItems(table)) if (item["pk"]?.S?.startsWith(ACCOUNT_PREFIX)) return true;
  return false;
};

/** Writes items of a backup into a table; returns the number of accounts among them. */
export const restoreItems = async (table: Table, items: AsyncIterable<Item>): Promise<number> => {
  let accounts = 0;
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (item["sk"]?.S === ACCOUNT_SORT_KEY) accounts++;
    if (batch.length < BATCH_LIMIT) continue;
    await write(table, batch);
    batch = [];
  }
  await write(table, batch);
  return accounts;
};
