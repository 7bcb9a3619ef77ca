import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { config } from "../../lib/config.ts";
import { startService } from "../../local/platen.ts";
import { LOCAL_TABLE } from "../../local/store/format.ts";
import { runningStore } from "../../local/store.ts";

const RICH_CREDITS = 1_000_000;

/** A running service: its base address, its data folder, and an account that can pay for everything. */
export interface RunningService {
  readonly url: string;
  readonly folder: string;
  readonly rich: { readonly account: string; readonly key: string };
}

/** Starts a service with a data folder of its own. `stop` ends it and removes the folder. */
export const startTestService = async (): Promise<RunningService & { stop(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), "platen-test-"));
  const service = await startService({ ...config, data: folder, port: 0 });
  const stop = async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const table = tableAt(LOCAL_TABLE, await runningStore(folder));
  const account = (await createAccount(table, RICH_CREDITS, undefined, "unlimited"))!;
  const rich = { account, key: await createKey(table, account, "test") };
  return { url: service.url, folder, rich, stop };
};
