import type { Item } from "./account.ts";
import { numberValue } from "./expressions.ts";
import type { Table } from "./table.ts";
import { writeItem } from "./write.ts";

/** Milliseconds after the last change in which the sum stays: longer than any answer is kept. */
const SUM_LIFETIME_MS = 3 * 86_400_000;

const sumKey = (account: string): Item => ({ pk: { S: `ACC#${account}` }, sk: { S: "K" } });

/**
 * Adds bytes to the sum of the answers that are kept for an account, and returns the sum. Answers that expire are not taken
 * off; whoever counts the answers adds the difference. Throws as `writeItem` does. `now` is in ms since 1970.
 */
export const addKeptBytes = async (table: Table, account: string, bytes: number, now: number): Promise<number> => {
  const { item } = await writeItem(table, sumKey(account), {
    UpdateExpression: "ADD #bytes :bytes SET #ttl = :ttl",
    ExpressionAttributeNames: { "#bytes": "b", "#ttl": "ttl" },
    ExpressionAttributeValues: {
      ":bytes": numberValue(bytes),
      ":ttl": numberValue(Math.ceil((now + SUM_LIFETIME_MS) / 1000)),
    },
    ReturnValues: "ALL_NEW",
  });
  return Number(item?.["b"]?.N ?? 0);
};
