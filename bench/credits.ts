import { runTrial } from "../test/support/credit-trial.ts";

/**
 * Do credits add up when servers die, writes and answers are lost or late, and clocks are up to 5 minutes apart? Each of
 * 10,000 runs (or RUNS) makes random requests of one account on up to three servers. Bar: no credit lost, doubled or free.
 */
const RUN_COUNT = Number(process.env["RUNS"] ?? 10_000);
const wrong = { lost: 0, free: 0, missing: 0 };
let delivered = 0;
for (let seed = 1; seed <= RUN_COUNT; seed++) {
  const run = await runTrial(seed);
  delivered += run.delivered;
  if (run.used > run.delivered) wrong.lost++;
  if (run.used < run.delivered) wrong.free++;
  if (run.used + run.credits !== run.initial) wrong.missing++;
}
console.log(
  `${RUN_COUNT} runs, ${delivered} credits spent: charged without a document ${wrong.lost}, documents without a charge ${wrong.free}, balances that do not add up ${wrong.missing}`,
);
if (wrong.lost + wrong.free + wrong.missing > 0) process.exitCode = 1;
process.exit();
