// The whole service with many accounts, in a process of its own: prints its port, its keys and, when asked by "spare", waits.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { config } from "../../lib/config.ts";
import { startService } from "../../local/platen.ts";
import { runningStore } from "../../local/store.ts";
import { LOCAL_TABLE } from "../../local/with-table.ts";

const ACCOUNTS = Number(process.argv[2] ?? 100);

// In memory: the disk of this machine is not what is asked for.
const folder = mkdtempSync(join("/dev/shm", "platen-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const service = await startService({ ...config, data: folder, port: 0 });
process.on("SIGTERM", () => void service.stop().then(() => process.exit(0)));
const table = tableAt(LOCAL_TABLE, (await runningStore(folder))!.endpoint);
const keys: string[] = [];
for (let i = 0; i < ACCOUNTS; i++) keys.push(await createKey(table, (await createAccount(table, 10_000))!, "bench"));
process.stdout.write(`${JSON.stringify({ port: Number(new URL(service.url).port), keys })}\n`);
