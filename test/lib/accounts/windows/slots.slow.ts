import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { newCaller, table } from "../../../support/table.ts";
import { runWindowTrial } from "../../../support/window-trial.ts";

const EXACT = { minute: 0, second: 0 };
const SLOTS = { minute: 2000, second: 100 };

suite("rate windows of plans, compared with a complete log of random requests", { concurrency: false }, () => {
  for (const [limits, slotMs, arrivals] of [
    [{ minute: 60, second: 10 }, EXACT, 150],
    [{ minute: 600, second: 20 }, SLOTS, 150],
    [{ minute: 6000, second: 150 }, SLOTS, 700],
  ] as const) {
    test(`${limits.minute} requests a minute are never exceeded, in two writes a request and an item of 4 KB`, async () => {
      const caller = await newCaller(1_000_000);
      const trial = await runWindowTrial(table, caller, limits, { arrivals, seed: limits.minute, slotMs });
      assert.ok(trial.accepted > 0 && trial.refused > 0, JSON.stringify(trial));
      const { tooMany, tooFew, mostWrites } = trial;
      assert.deepEqual({ tooMany, tooFew, mostWrites }, { tooMany: 0, tooFew: 0, mostWrites: 2 });
      assert.ok(trial.mostBytes <= 4096, `${trial.mostBytes} bytes`);
    });
  }
});
