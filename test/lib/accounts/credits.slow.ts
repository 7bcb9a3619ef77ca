import assert from "node:assert/strict";
import { test } from "node:test";
import { runTrial, type TrialResult } from "../../support/credit-trial.ts";
import { runIdempotencyTrial } from "../../support/idempotency-trial.ts";

/** Random runs of requests, and of requests that are repeated with idempotency keys. */
const RUN_COUNT = Number(process.env["RUNS"] ?? 200);
const IDEMPOTENT_SHARE = 0.25;

const holds = async (count: number, run: (seed: number) => Promise<TrialResult>): Promise<void> => {
  for (let seed = 1; seed <= count; seed++) {
    const { delivered, counted, used, credits, initial } = await run(seed);
    assert.deepEqual(
      { seed, counted, used, total: credits + used },
      { seed, counted: delivered, used: delivered.credits, total: initial },
    );
  }
};

test("no credit is lost, doubled or free when servers die, writes and answers are lost or late, and clocks differ", () =>
  holds(RUN_COUNT, runTrial));

test("no credit is lost, doubled or free when such requests are repeated with idempotency keys", () =>
  holds(Math.ceil(RUN_COUNT * IDEMPOTENT_SHARE), runIdempotencyTrial));
