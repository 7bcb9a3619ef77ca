import type { Item, PrimaryKey } from "./account.ts";
import { numberValue } from "./expressions.ts";
import type { Table } from "./table.ts";
import { readItem, writeItem } from "./write.ts";

/** Milliseconds after the last change in which a sum stays: longer than any of its bodies is kept. */
const SUM_LIFETIME_MS = 3 * 86_400_000;

/** The sort keys of the sums: of answers that are kept for repetitions, and of results of jobs. */
const SORT_KEYS = { answers: "K", results: "R" } as const;

/** What a sum counts. */
type Counted = keyof typeof SORT_KEYS;

const sumKey = (account: string, of: Counted): PrimaryKey => ({
  pk: { S: `ACC#${account}` },
  sk: { S: SORT_KEYS[of] },
});

interface ByteSum {
  readonly bytes: number;
  /** When the bodies themselves were counted last, in ms since 1970. */
  readonly countedAt: number;
}

const toSum = (item: Item | undefined): ByteSum => ({
  bytes: Number(item?.["b"]?.N ?? 0),
  countedAt: Number(item?.["n"]?.N ?? 0),
});

/** The bytes that are kept for an account, by its sum. Throws as `readItem` does. */
export const bytesOfSum = async (table: Table, account: string, of: Counted): Promise<ByteSum> =>
  toSum(await readItem(table, sumKey(account, of)));

/**
 * Adds to the bytes that are kept for an account, and returns their sum. Bodies that expire are not taken off; whoever counts
 * them adds the difference. Throws as `writeItem` does. `now` is in ms since 1970.
 */
export const addBytes = async (
  table: Table,
  account: string,
  { of, bytes, countedAt }: { readonly of: Counted; readonly bytes: number; readonly countedAt?: number },
  now: number,
): Promise<number> => {
  const { item } = await writeItem(table, sumKey(account, of), {
    UpdateExpression: `ADD #bytes :bytes SET #ttl = :ttl${countedAt === undefined ? "" : ", n = :n"}`,
    ExpressionAttributeNames: { "#bytes": "b", "#ttl": "ttl" },
    ExpressionAttributeValues: {
      ":bytes": numberValue(bytes),
      ":ttl": numberValue(Math.ceil((now + SUM_LIFETIME_MS) / 1000)),
      ...(countedAt !== undefined && { ":n": numberValue(countedAt) }),
    },
    ReturnValues: "ALL_NEW",
  });
  return toSum(item).bytes;
};
