import { join } from "node:path";
import { hashKey, isKey, keyIdOf, newKey } from "../lib/accounts/key-format.ts";
import { changeAccount, showAccount } from "../lib/accounts/operator/accounts.ts";
import { createAccount } from "../lib/accounts/operator/credits.ts";
import { createKey, listKeys } from "../lib/accounts/operator/keys.ts";
import type { Table } from "../lib/accounts/table.ts";
import { readOrCreate } from "../lib/stored-bodies/read-or-create.ts";

/** The demo account of a table: its key and its remaining credits. */
export interface Demo {
  readonly apiKey: string;
  readonly credits: number;
}

const DEMO_ACCOUNT = "demo";

/** The key in a folder; a random one is created if there is none. */
const storedKey = async (folder: string): Promise<string> => {
  const file = join(folder, "demo-key");
  const key = (await readOrCreate(file, () => `${newKey()}\n`)).toString().trim();
  if (!isKey(key)) throw new Error(`${file} does not hold a valid key: remove the file to get a new key`);
  return key;
};

/** Suspends the demo account of a table, if there is one. */
export const suspendDemo = async (table: Table): Promise<void> => {
  await changeAccount(table, DEMO_ACCOUNT, { state: "suspended" }).catch((error) => {
    if (!(error instanceof RangeError)) throw error;
  });
};

/**
 * Creates the demo account, once per table, and returns its key: the chosen one or the one stored in the folder. A restart
 * does not add credits. Gives undefined if the key has been revoked, or the account is suspended.
 */
export const openDemo = async (
  table: Table,
  { folder, chosenKey, credits }: { folder: string; chosenKey: string | undefined; credits: number },
): Promise<Demo | undefined> => {
  if (chosenKey !== undefined && !isKey(chosenKey)) {
    throw new Error(
      "PLATEN_DEMO_KEY must be 8 to 128 visible ASCII characters; if it begins with pk_, it must be a complete key",
    );
  }
  const apiKey = chosenKey ?? (await storedKey(folder));
  await createAccount(table, credits, DEMO_ACCOUNT);
  const keyId = keyIdOf(hashKey(apiKey));
  const known = (await listKeys(table, DEMO_ACCOUNT)).find((key) => key.keyId === keyId);
  if (known === undefined) await createKey(table, DEMO_ACCOUNT, "demo", { key: apiKey });
  const account = await showAccount(table, DEMO_ACCOUNT);
  const isRefused = known?.revoked !== undefined || account.state === "suspended";
  return isRefused ? undefined : { apiKey, credits: account.credits };
};
