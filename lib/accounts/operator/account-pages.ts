import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { ACCOUNT_SORT_KEY, type Item, type PrimaryKey, textIn } from "../account.ts";
import type { Table } from "../table.ts";
import { type AccountView, viewOf } from "./accounts.ts";

/** Accounts, and where the next ones begin; undefined after the last ones. */
interface AccountPage {
  readonly accounts: readonly AccountView[];
  readonly next: string | undefined;
}

/** Reads of a table, of 1 MB each, for one page. Most items of a table are no accounts. */
const PAGE_READS_LIMIT = 10;

const cursorOf = (item: Item): string =>
  Buffer.from(JSON.stringify([textIn(item, "pk"), textIn(item, "sk")])).toString("base64url");

/** Bytes that the two parts of a primary key have at most. */
const KEY_PART_LIMITS_BYTES = [2048, 1024] as const;

const isKeyPart = (value: unknown, index: 0 | 1): value is string =>
  typeof value === "string" && value !== "" && Buffer.byteLength(value) <= KEY_PART_LIMITS_BYTES[index];

/** The primary key in a cursor. Throws RangeError for another text. */
const keyIn = (cursor: string): PrimaryKey => {
  try {
    const [pk, sk, ...rest] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (isKeyPart(pk, 0) && isKeyPart(sk, 1) && rest.length === 0) return { pk: { S: pk }, sk: { S: sk } };
  } catch {
    // Refused below, as is JSON of another form.
  }
  throw new RangeError("cursor must be the next of an earlier page");
};

/**
 * At most `limit` accounts of a table, in no order, after those that led to `cursor`. A page may have fewer accounts, or none,
 * although others follow. Throws RangeError for a text that is no cursor.
 */
export const readAccountPage = async (
  { db, name: TableName }: Table,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<AccountPage> => {
  const accounts: AccountView[] = [];
  let start: Item | undefined = cursor === undefined ? undefined : keyIn(cursor);
  for (let reads = 0; reads < PAGE_READS_LIMIT; reads++) {
    const scan = new ScanCommand({
      TableName,
      FilterExpression: "sk = :account",
      ExpressionAttributeValues: { ":account": { S: ACCOUNT_SORT_KEY } },
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await db.send(scan);
    for (const item of Items) {
      accounts.push(viewOf(item, Date.now()));
      if (accounts.length === limit) return { accounts, next: cursorOf(item) };
    }
    if (LastEvaluatedKey === undefined) return { accounts, next: undefined };
    start = LastEvaluatedKey;
  }
  return { accounts, next: start && cursorOf(start) };
};

/** All accounts of a table, in no order. */
export async function* listAccounts(table: Table): AsyncGenerator<AccountView> {
  let cursor: string | undefined;
  do {
    const page = await readAccountPage(table, { limit: Number.POSITIVE_INFINITY, cursor });
    yield* page.accounts;
    cursor = page.next;
  } while (cursor !== undefined);
}
