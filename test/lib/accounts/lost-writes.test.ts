import assert from "node:assert/strict";
import { test } from "node:test";
import { runTrial } from "../../support/credit-trial.ts";

const RUN_COUNT = 8;

test("whatever writes and answers are lost or late, and however clocks differ, credits are charged and counted for delivered documents alone", async () => {
  for (let seed = 1; seed <= RUN_COUNT; seed++) {
    const { delivered, counted, used, credits, initial } = await runTrial(seed);
    assert.deepEqual(
      { seed, counted, used, total: credits + used },
      { seed, counted: delivered, used: delivered.credits, total: initial },
    );
  }
});
