import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashKey, keyIdOf } from "../lib/accounts/key-format.ts";
import { createAccount } from "../lib/accounts/operator/credits.ts";
import { createKey } from "../lib/accounts/operator/keys.ts";
import { createTable, tableAt } from "../lib/accounts/table.ts";
import { openStore } from "../local/store.ts";
import { runWindowTrial } from "../test/support/window-trial.ts";

/**
 * Are the rate windows of plans ever exceeded, compared with a complete log of 10,000 random requests (or ARRIVALS)? Bars: no
 * request too many; none refused while a window that is one slot longer has room; two writes a request; an item of 4 KB.
 */
const ARRIVALS = Number(process.env["ARRIVALS"] ?? 10_000);
const ITEM_LIMIT_BYTES = 4096;
const EXACT = { minute: 0, second: 0 };
const SLOTS = { minute: 2000, second: 100 };

const folder = mkdtempSync(join(tmpdir(), "platen-windows-"));
const store = await openStore(folder);
const table = tableAt("windows", store.endpoint);
await createTable(table);
for (const [limits, slotMs] of [
  [{ minute: 60, second: 10 }, EXACT],
  [{ minute: 600, second: 20 }, SLOTS],
  [{ minute: 6000, second: 150 }, SLOTS],
] as const) {
  const account = (await createAccount(table, 1_000_000_000))!;
  const key = await createKey(table, account, "bench");
  const caller = { account, keyId: keyIdOf(hashKey(key)), last4: key.slice(-4) };
  const trial = await runWindowTrial(table, caller, limits, { arrivals: ARRIVALS, seed: limits.minute, slotMs });
  console.log(
    `${limits.minute} a minute, ${limits.second} a second: ${trial.accepted} accepted, ${trial.refused} refused, too many ${trial.tooMany}, too few ${trial.tooFew}, at most ${trial.mostWrites} writes, an item of ${trial.mostBytes} bytes`,
  );
  if (trial.tooMany + trial.tooFew > 0 || trial.mostWrites > 2 || trial.mostBytes > ITEM_LIMIT_BYTES)
    process.exitCode = 1;
}
await store.close();
rmSync(folder, { recursive: true });
process.exit();
