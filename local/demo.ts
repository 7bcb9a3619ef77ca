import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashKey, isKey, keyIdOf, newKey } from "../lib/accounts/key-format.ts";
import { createAccount, usageOf } from "../lib/accounts/operator/credits.ts";
import { createKey, listKeys } from "../lib/accounts/operator/keys.ts";
import type { Table } from "../lib/accounts/table.ts";

/** The demo account of a table: the key to call with, and the credits that are left. */
export interface Demo {
  readonly apiKey: string;
  readonly credits: number;
}

const ACCOUNT = "demo";

/** The key that was made up for a folder, made up now if there is none; only its owner can read the file, which is there whole, or not. */
const keptKey = async (folder: string): Promise<string> => {
  const file = join(folder, "demo-key");
  const known = async () => (await readFile(file, "utf8")).trim();
  try {
    const key = await known();
    if (!isKey(key)) throw new Error(`${file} holds no key: remove it, and another one is made up`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const next = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(next, `${newKey()}\n`, { mode: 0o600, flag: "wx" });
    await link(next, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(next, { force: true });
  }
  return known();
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
