import assert from "node:assert/strict";
import { test } from "node:test";
import { newCaller, table } from "../../../support/table.ts";
import { runWindowTrial } from "../../../support/window-trial.ts";

/** Random requests of an account, which a complete log judges. */
const ARRIVAL_COUNT = Number(process.env["ARRIVALS"] ?? 2000);
const ITEM_LIMIT_BYTES = 4096;
const EXACT = { minute: 0, second: 0 };
const SLOTS = { minute: 2000, second: 100 };

for (const [limits, slotMs] of [
  [{ minute: 60, second: 10 }, EXACT],
  [{ minute: 600, second: 20 }, SLOTS],
  [{ minute: 6000, second: 150 }, SLOTS],
] as const) {
  test(`windows of ${limits.minute} a minute and ${limits.second} a second accept no request too many, and none too few`, async () => {
    const caller = await newCaller(1_000_000_000);
    const trial = await runWindowTrial(table, caller, limits, { arrivals: ARRIVAL_COUNT, seed: limits.minute, slotMs });
    assert.deepEqual([trial.tooMany, trial.tooFew], [0, 0]);
    assert.ok(trial.accepted > 0 && trial.refused > 0);
    assert.ok(trial.mostWrites <= 2, `${trial.mostWrites} writes a request`);
    assert.ok(trial.mostBytes <= ITEM_LIMIT_BYTES, `an item of ${trial.mostBytes} bytes`);
  });
}
