import { setTimeout as sleep } from "node:timers/promises";
import { ConditionalCheckFailedException, DeleteItemCommand, paginateScan } from "@aws-sdk/client-dynamodb";
import type { Item } from "../../lib/accounts/account.ts";
import type { Table } from "../../lib/accounts/table.ts";
import { logFailure } from "../../lib/http/log.ts";

/** Items that one request looks at. */
const PAGE_ITEMS = 100;
/** Milliseconds between two of them, in which the store serves the callers. */
const PAGE_INTERVAL_MS = 20;
const PURGE_INTERVAL_MS = 3_600_000;

/** That an item's time is over: `ttl` is in whole seconds since 1970, as for DynamoDB. */
const EXPIRED = "#ttl < :now";

/** Removes an item unless its time was prolonged in the meantime; whether it was removed. */
const removeExpired = async ({ db, name: TableName }: Table, { pk, sk }: Item, now: string): Promise<boolean> => {
  const remove = new DeleteItemCommand({
    TableName,
    Key: { pk: pk!, sk: sk! },
    ConditionExpression: EXPIRED,
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: { ":now": { N: now } },
  });
  try {
    await db.send(remove);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** How a table is purged: the milliseconds between two pages, and what ends it early. */
interface PurgeOptions {
  readonly pageIntervalMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Removes the items whose `ttl` was over at a moment (ms since 1970), as DynamoDB does by itself and the local store does not.
 * Gives how many there were.
 */
export const purgeExpired = async (
  table: Table,
  moment: number,
  { pageIntervalMs = PAGE_INTERVAL_MS, signal }: PurgeOptions = {},
): Promise<number> => {
  const now = String(Math.floor(moment / 1000));
  const expired = {
    TableName: table.name,
    Limit: PAGE_ITEMS,
    FilterExpression: EXPIRED,
    ProjectionExpression: "pk, sk",
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: { ":now": { N: now } },
  };
  let removed = 0;
  for await (const { Items = [] } of paginateScan({ client: table.db }, expired)) {
    for (const item of Items) if (await removeExpired(table, item, now)) removed++;
    if (pageIntervalMs > 0) await sleep(pageIntervalMs, undefined, { signal });
  }
  return removed;
};

/** Removes expired items now and at intervals, beside the requests. Gives the function that ends this. */
export const purgeRegularly = (table: Table, intervalMs = PURGE_INTERVAL_MS): (() => Promise<void>) => {
  const ended = new AbortController();
  const purge = async () => {
    try {
      for (;;) {
        await purgeExpired(table, Date.now(), ended).catch((error) => {
          if (!ended.signal.aborted) logFailure("purging the store", error);
        });
        await sleep(intervalMs, undefined, ended);
      }
    } catch {
      // It was ended.
    }
  };
  const done = purge();
  return () => {
    ended.abort();
    return done;
  };
};
