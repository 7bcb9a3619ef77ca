import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CreditsView, createAccount, usageOf } from "../../../lib/accounts/operator/credits.ts";
import { createKey } from "../../../lib/accounts/operator/keys.ts";
import { createTable, tableAt } from "../../../lib/accounts/table.ts";
import { openStore } from "../../../local/store.ts";
import { STORE_KEY } from "../store-key.ts";
import { type LambdaFunction, startFunction } from "./function.ts";
import { packaged } from "./packaged.ts";
import type { Bandwidth } from "./runtime-api.ts";

/** The functions as they are packaged, and a table for them. */
interface PackagedFunctions extends AsyncDisposable {
  /** Starts the function of an endpoint in a new environment, with Lambda's bandwidth if answers have one. */
  start(path: string, bandwidth?: Bandwidth): Promise<LambdaFunction>;
  /** The key of a new account with 1,000 credits. */
  newKey(): Promise<string>;
  /** A new account with 1,000 credits: a key to it, and what it has used. */
  newAccount(): Promise<{ readonly key: string; readonly usage: () => Promise<CreditsView> }>;
}

/** Packages the functions, and throws what the packaging prints if it fails. */
const makePackage = (): void => {
  const { status, stderr } = spawnSync(process.execPath, ["local/package.ts"], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
};

/** The functions as they are packaged now, or as they were packaged before. */
export const packagedFunctions = async ({ isPackaged = false } = {}): Promise<PackagedFunctions> => {
  if (!isPackaged) makePackage();
  const folder = mkdtempSync(join(tmpdir(), "platen-packaged-"));
  const store = await openStore(folder, { key: STORE_KEY });
  const table = tableAt("packaged", store);
  await createTable(table);
  const port = Number(new URL(store.endpoint).port);
  const environment = { PLATEN_TABLE: table.name, PLATEN_UPLOADS_BUCKET: "uploads" };
  const newAccount = async () => {
    const account = (await createAccount(table, 1000))!;
    return { key: await createKey(table, account, "bench"), usage: () => usageOf(table, account) };
  };
  return {
    start: (path, bandwidth) => startFunction(packaged(path, environment), { table: port, bandwidth }),
    newKey: async () => (await newAccount()).key,
    newAccount,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
};
