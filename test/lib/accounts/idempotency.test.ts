import assert from "node:assert/strict";
import { test } from "node:test";
import { runIdempotencyTrial } from "../../support/idempotency-trial.ts";

const RUN_COUNT = 4;

test("however often requests are retried, and whatever dies or gets lost, each key that got a document is charged and counted once", async () => {
  for (let seed = 1; seed <= RUN_COUNT; seed++) {
    const { delivered, counted, used, credits, initial } = await runIdempotencyTrial(seed);
    assert.deepEqual(
      { seed, counted, used, total: credits + used },
      { seed, counted: delivered, used: delivered.credits, total: initial },
    );
  }
});
