import { join } from "node:path";
import { hashKey, isKey, keyIdOf, newKey } from "../lib/accounts/key-format.ts";
import { createAccount, usageOf } from "../lib/accounts/operator/credits.ts";
import { createKey, listKeys } from "../lib/accounts/operator/keys.ts";
import type { Table } from "../lib/accounts/table.ts";
import { readOrCreate } from "../lib/stored-bodies/read-or-create.ts";

/** The demo account of a table: the key to call with, and the credits that are left. */
export interface Demo {
  readonly apiKey: string;
  readonly credits: number;
}

const ACCOUNT = "demo";

/** The key that was made up for a folder, made up now if there is none. */
const keptKey = async (folder: string): Promise<string> => {
  const file = join(folder, "demo-key");
  const key = (await readOrCreate(file, () => `${newKey()}\n`)).toString().trim();
  if (!isKey(key)) throw new Error(`${file} holds no key: remove it, and another one is made up`);
  return key;
};

/** Makes the demo account, once per table, and gives its key, the one chosen or the folder's own. A restart grants nothing. */
export const openDemo = async (
  table: Table,
  { folder, chosenKey, credits }: { folder: string; chosenKey: string | undefined; credits: number },
): Promise<Demo> => {
  if (chosenKey !== undefined && !isKey(chosenKey)) {
    throw new Error("PLATEN_DEMO_KEY must be 8 to 128 visible ASCII characters; one that begins with pk_, a whole key");
  }
  const apiKey = chosenKey ?? (await keptKey(folder));
  await createAccount(table, credits, ACCOUNT);
  const known = (await listKeys(table, ACCOUNT)).map(({ keyId }) => keyId);
  if (!known.includes(keyIdOf(hashKey(apiKey)))) await createKey(table, ACCOUNT, "demo", apiKey);
  return { apiKey, credits: (await usageOf(table, ACCOUNT)).credits };
};
