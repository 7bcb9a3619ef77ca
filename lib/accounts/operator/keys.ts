import { PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, type Item, planAttribute, textIn } from "../account.ts";
import { hashKey, keyIdOf, newKey } from "../key-format.ts";
import { primaryKeyOf } from "../keys.ts";
import type { Table } from "../table.ts";
import { sendUpdate } from "../write.ts";
import { showAccount } from "./accounts.ts";
import { ifConditionHeld, NotFoundError, noAccount } from "./condition.ts";
import { assertName } from "./limits.ts";
import { LISTED_KEY_PREFIX, listedItems, listedKey } from "./listed-keys.ts";

/** A key in an account's list; `created`, `expires` and `revoked` are ISO 8601 moments. */
interface ListedKey {
  readonly keyId: string;
  readonly label: string;
  readonly last4: string;
  readonly created: string;
  readonly expires: string | undefined;
  readonly revoked: string | undefined;
}

/** What a key may be given: a moment (ms since 1970) after which it is refused, and its text. */
interface KeyOptions {
  readonly expires?: number | undefined;
  readonly key?: string;
}

/**
 * Adds a new or a given key to an account and returns it; it cannot be read again. Throws RangeError if there is no such
 * account, the key belongs to another account, or the label is not possible.
 */
export const createKey = async (
  table: Table,
  account: string,
  label: string,
  { key = newKey(), expires }: KeyOptions = {},
): Promise<string> => {
  const { db, name: TableName } = table;
  assertName("label", label);
  const { plan } = await showAccount(table, account);
  const hash = hashKey(key);
  const keyId = keyIdOf(hash);
  const end: Item = expires === undefined ? {} : { expires: { S: new Date(expires).toISOString() } };
  const facts = { label: { S: label }, last4: { S: key.slice(-4) }, created: { S: new Date().toISOString() }, ...end };
  const put = new PutItemCommand({
    TableName,
    Item: { ...primaryKeyOf(hash), account: { S: account }, ...planAttribute(plan), ...facts },
    ConditionExpression: "attribute_not_exists(pk) OR account = :account",
    ExpressionAttributeValues: { ":account": { S: account } },
  });
  if ((await ifConditionHeld(db.send(put))) === undefined) throw new RangeError("This key belongs to another account.");
  await db.send(new PutItemCommand({ TableName, Item: { ...listedKey(account, keyId), hash: { S: hash }, ...facts } }));
  // The account's own list of active keys is written last: a key is accepted only when it is there.
  const open = {
    TableName,
    Key: accountKey(account),
    UpdateExpression: "SET k.#kid = :one",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#kid": keyId },
    ExpressionAttributeValues: { ":one": { N: "1" } },
  };
  if ((await ifConditionHeld(sendUpdate(table, open))) === undefined) throw noAccount(account);
  return key;
};

/** Every key that an account has or had, the oldest first. */
export const listKeys = async (table: Table, account: string): Promise<ListedKey[]> => {
  const items = await listedItems(table, account);
  return items
    .map((item) => ({
      keyId: textIn(item, "sk").slice(LISTED_KEY_PREFIX.length),
      label: item["label"]?.S ?? "",
      last4: item["last4"]?.S ?? "",
      created: item["created"]?.S ?? "",
      expires: item["expires"]?.S,
      revoked: item["revoked"]?.S,
    }))
    .sort((a, b) => a.created.localeCompare(b.created));
};

/** Revokes a key: the next request with it is refused. Throws RangeError if the account has no such key. */
export const revokeKey = async (table: Table, account: string, keyId: string): Promise<void> => {
  const { db, name: TableName } = table;
  const close = {
    TableName,
    Key: accountKey(account),
    UpdateExpression: "REMOVE k.#kid",
    ConditionExpression: "attribute_exists(k.#kid)",
    ExpressionAttributeNames: { "#kid": keyId },
  };
  if ((await ifConditionHeld(sendUpdate(table, close))) === undefined)
    throw new NotFoundError(`Account ${account} has no active key ${keyId}.`);
  const revoked = {
    UpdateExpression: "SET revoked = :now",
    ExpressionAttributeValues: { ":now": { S: new Date().toISOString() } },
  };
  const { Attributes = {} } = await db.send(
    new UpdateItemCommand({ TableName, Key: listedKey(account, keyId), ReturnValues: "ALL_NEW", ...revoked }),
  );
  await db.send(new UpdateItemCommand({ TableName, Key: primaryKeyOf(textIn(Attributes, "hash")), ...revoked }));
};
