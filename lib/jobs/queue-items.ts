import { QueryCommand } from "@aws-sdk/client-dynamodb";
import type { Item } from "../accounts/account.ts";
import type { Table } from "../accounts/table.ts";
import { storeError } from "../accounts/write.ts";

/** Stands between the parts of the sort keys of queues, of which the account is the first. */
export const SORT_KEY_SEPARATOR = "#";

/** Sorts before all accounts. */
export const BEFORE_ACCOUNTS = " ";

/** Appended to the beginning of sort keys, it sorts behind all keys with that beginning. */
export const BEHIND = "~";

/** Sorts behind all entries of an account, and before those of the next one. */
export const behindAccount = (account: string): string => account + SORT_KEY_SEPARATOR + BEHIND;

/** The sort keys between which entries are read, and the most entries. */
export interface EntryRange {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

/** The items of a queue between two sort keys, in their order. Throws if the table cannot be reached. */
export const queueItems = async (
  { db, name }: Table,
  queue: string,
  { from = BEFORE_ACCOUNTS, to = BEHIND, limit }: EntryRange,
): Promise<Item[]> => {
  const query = new QueryCommand({
    TableName: name,
    KeyConditionExpression: "pk = :q AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: { ":q": { S: queue }, ":from": { S: from }, ":to": { S: to } },
    Limit: limit,
    ConsistentRead: true,
  });
  const { Items = [] } = await db.send(query).catch((error: unknown) => {
    throw storeError(error);
  });
  return Items;
};

/** All items of a queue, page by page. Throws if the table cannot be reached. */
export async function* queuePages({ db, name }: Table, queue: string): AsyncGenerator<Item[]> {
  let start: Item | undefined;
  do {
    const query = new QueryCommand({
      TableName: name,
      KeyConditionExpression: "pk = :q",
      ExpressionAttributeValues: { ":q": { S: queue } },
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await db.send(query).catch((error: unknown) => {
      throw storeError(error);
    });
    yield Items;
    start = LastEvaluatedKey;
  } while (start !== undefined);
}
