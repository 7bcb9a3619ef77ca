import { isDeepStrictEqual } from "node:util";
import { runTrial, type TrialResult } from "../test/support/credit-trial.ts";
import { runIdempotencyTrial } from "../test/support/idempotency-trial.ts";

/**
 * Do credits add up when servers die, writes and answers are lost or late, and clocks are up to 5 minutes apart? Each of
 * 10,000 runs (or RUNS) makes random requests of one account on up to three servers; a quarter as many runs repeat requests
 * with idempotency keys. Bar: no credit lost, doubled or free; the counted usage is what was charged, by operation.
 */
const RUN_COUNT = Number(process.env["RUNS"] ?? 10_000);
const IDEMPOTENT_SHARE = 0.25;

const runAll = async (what: string, count: number, run: (seed: number) => Promise<TrialResult>): Promise<void> => {
  const wrong = { lost: 0, free: 0, missing: 0, miscounted: 0 };
  let all = 0;
  for (let seed = 1; seed <= count; seed++) {
    const { delivered, counted, used, credits, initial } = await run(seed);
    all += delivered.credits;
    if (used > delivered.credits) wrong.lost++;
    if (used < delivered.credits) wrong.free++;
    if (used + credits !== initial) wrong.missing++;
    if (!isDeepStrictEqual(counted, delivered)) wrong.miscounted++;
  }
  console.log(
    `${what}: ${count} runs, ${all} credits spent: charged without a document ${wrong.lost}, documents without a charge ${wrong.free}, balances that do not add up ${wrong.missing}, usage that differs from what was charged ${wrong.miscounted}`,
  );
  if (wrong.lost + wrong.free + wrong.missing + wrong.miscounted > 0) process.exitCode = 1;
};

await runAll("requests", RUN_COUNT, runTrial);
await runAll("with idempotency keys", Math.ceil(RUN_COUNT * IDEMPOTENT_SHARE), runIdempotencyTrial);
process.exit();
