import type { Item, PrimaryKey } from "./account.ts";
import type { Table } from "./table.ts";
import { readItem } from "./write.ts";

/** A secret with which the callbacks of an account are signed. Moments are in ms since 1970. */
export interface CallbackSecret {
  /** `whsec_` and the base64 of its bytes, as Standard Webhooks has it. */
  readonly text: string;
  readonly createdAt: number;
  /** When it ends, because another one has followed it. */
  readonly endsAt?: number;
}

/** The key of the item with an account's secrets. They are apart from the account, which each request reads. */
export const callbackSecretsKey = (account: string): PrimaryKey => ({
  pk: { S: `ACC#${account}` },
  sk: { S: "CALLBACK-SECRETS" },
});

/** The secrets in an item, the newest first. */
export const secretsIn = (item: Item | undefined): readonly CallbackSecret[] =>
  item?.["d"]?.S === undefined ? [] : (JSON.parse(item["d"].S) as CallbackSecret[]);

/** The secrets that are valid at a moment (ms since 1970), the newest first: two while one follows another. */
export const validSecrets = (secrets: readonly CallbackSecret[], now: number): readonly CallbackSecret[] =>
  secrets.filter(({ endsAt = Number.POSITIVE_INFINITY }) => endsAt > now);

/** The valid secrets of an account at a moment (ms since 1970). Throws if the table cannot be reached. */
export const readCallbackSecrets = async (
  table: Table,
  account: string,
  now: number,
): Promise<readonly CallbackSecret[]> =>
  validSecrets(secretsIn(await readItem(table, callbackSecretsKey(account))), now);
