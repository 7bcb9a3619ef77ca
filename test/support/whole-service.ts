// The whole service with many accounts, in a separate process. Prints its port, keys and the credits of each account.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { config } from "../../lib/config.ts";
import { startService } from "../../local/platen.ts";
import { LOCAL_TABLE } from "../../local/store/format.ts";
import { runningStore } from "../../local/store.ts";

const ACCOUNT_COUNT = Number(process.argv[2] ?? 100);
const CREDITS = 100_000;

// In memory, because the disk of this machine is not measured.
const folder = mkdtempSync(join("/dev/shm", "platen-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const service = await startService({ ...config, data: folder, port: 0 });
process.on("SIGTERM", () => void service.stop().then(() => process.exit(0)));
const table = tableAt(LOCAL_TABLE, await runningStore(folder));
const keys: string[] = [];
for (let i = 0; i < ACCOUNT_COUNT; i++)
  keys.push(await createKey(table, (await createAccount(table, CREDITS))!, "bench"));
process.stdout.write(`${JSON.stringify({ port: Number(new URL(service.url).port), keys, credits: CREDITS })}\n`);
