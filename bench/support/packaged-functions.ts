import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { createTable, tableAt } from "../../lib/accounts/table.ts";
import { openStore } from "../../local/store.ts";
import { type LambdaFunction, startFunction } from "../../test/support/lambda/function.ts";
import { unzippedParts } from "../../test/support/lambda/packaged.ts";

/** The functions as they are packaged, and a table for them. */
export interface PackagedFunctions extends AsyncDisposable {
  /** Starts the function of an endpoint in a new environment. */
  start(path: string): Promise<LambdaFunction>;
  /** The key of a new account with 1,000 credits. */
  newKey(): Promise<string>;
}

/** Packages the functions. Throws what the packaging prints if it fails. */
export const packagedFunctions = async (): Promise<PackagedFunctions> => {
  const { status, stderr } = spawnSync(process.execPath, ["local/package.ts"], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const folder = mkdtempSync(join(tmpdir(), "platen-packaged-"));
  const store = await openStore(folder);
  const table = tableAt("packaged", store.endpoint);
  await createTable(table);
  const parts = unzippedParts();
  const port = Number(new URL(store.endpoint).port);
  return {
    start: (path) => startFunction(parts.packaged(path, { PLATEN_TABLE: table.name }), { table: port }),
    newKey: async () => createKey(table, (await createAccount(table, 1000))!, "bench"),
    [Symbol.asyncDispose]: async () => {
      parts.remove();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
};
