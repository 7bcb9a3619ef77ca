import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { accountsIn, openAccounts } from "../../../../lib/accounts/accounts.ts";
import type { Caller } from "../../../../lib/accounts/keys.ts";
import type { BatchRequest } from "../../../../lib/jobs/batches/batch.ts";
import { readBatch } from "../../../../lib/jobs/batches/find.ts";
import { cancelBatch } from "../../../../lib/jobs/batches/progress.ts";
import { submitBatch } from "../../../../lib/jobs/batches/submit.ts";
import { newJobId } from "../../../../lib/jobs/job.ts";
import { JobQueue } from "../../../../lib/jobs/queue.ts";
import { BatchRunner } from "../../../../lib/server/batches/batch-runner.ts";
import { BUILT_IN_PLANS, standardPlan } from "../../../../lib/settings/plan.ts";
import { setBodyStore } from "../../../../lib/stored-bodies/body-store.ts";
import { FolderBodies } from "../../../../lib/stored-bodies/folder.ts";
import { openBatchList, putBatchList } from "../../../../lib/stored-bodies/job-bodies.ts";
import { newReference } from "../../../../lib/stored-bodies/reference.ts";
import { newCaller, table, usage } from "../../../support/table.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const folder = temporaryFolder("batch-runner");
setBodyStore(new FolderBodies(folder));
openAccounts(accountsIn(table));

const JOB_COUNT = 120;

/** A batch of jobs that no test does, with or without its list. */
const submitted = async (caller: Caller, hasList: boolean): Promise<BatchRequest> => {
  const now = Date.now();
  const reference = newReference(now);
  const lines = Array.from({ length: JOB_COUNT }, (_, at) =>
    JSON.stringify({
      operation: "/pdf/merge",
      name: `n${at}`,
      body: { type: "application/json", bytes: 2, start: 2 * at },
    }),
  );
  const list = Buffer.from("{}".repeat(JOB_COUNT) + lines.join("\n"));
  if (hasList) await putBatchList(caller.account, reference, list);
  const request: BatchRequest = {
    caller,
    id: newJobId(now),
    createdAt: now,
    plan: "standard",
    count: JOB_COUNT,
    bytes: 2 * JOB_COUNT,
    credits: JOB_COUNT,
    prices: { "/pdf/merge": 1 },
    list: { reference, start: 2 * JOB_COUNT, bytes: list.length - 2 * JOB_COUNT },
    secret: "0".repeat(32),
    resultMs: 1000,
  };
  const { outcome } = await submitBatch(table, request, { plan: standardPlan(BUILT_IN_PLANS) }, now);
  assert.equal(outcome, "submitted");
  return request;
};

const batchNow = async ({ caller, id }: BatchRequest) => (await readBatch(table, caller.account, id))!;
const hasEntry = async ({ caller }: BatchRequest): Promise<boolean> =>
  (await new JobQueue(table, () => Date.now() + 60_000, "BATCHES").take((account) => account !== caller.account)) !==
  undefined;

/** Lets several servers work on the batches of the table until something holds. */
const workUntil = async (holds: () => Promise<boolean>): Promise<void> => {
  const runners = [1, 2, 3].map(() => new BatchRunner(table, undefined, 20));
  for (const runner of runners) runner.wake();
  await until(holds);
  await Promise.all(runners.map((runner) => runner.stop()));
};

suite("servers that share the batches of a table", { concurrency: false }, () => {
  test("submit each job once, cancel each once, and remove the list", async () => {
    const caller = await newCaller(200);
    const request = await submitted(caller, true);
    await workUntil(async () => (await batchNow(request)).submitted === JOB_COUNT);
    assert.equal((await usage(caller)).reserved, JOB_COUNT);
    await cancelBatch(table, await batchNow(request), Date.now());
    await workUntil(async () => {
      const list = await openBatchList(caller.account, request.list);
      await list?.close();
      return list === undefined;
    });
    const { open, cancelled, creditsReserved, unsubmittedCredits } = await batchNow(request);
    assert.deepEqual([open, cancelled, creditsReserved, unsubmittedCredits], [0, JOB_COUNT, 0, 0]);
    const { credits, used, reserved } = await usage(caller);
    assert.deepEqual([credits, used, reserved], [200, 0, 0]);
    assert.equal(await hasEntry(request), false);
  });

  test("end a batch as failed whose list was not stored, and return its credits", async () => {
    const caller = await newCaller(200);
    const request = await submitted(caller, false);
    await workUntil(async () => (await batchNow(request)).endedAt !== undefined);
    const { open, failed } = await batchNow(request);
    assert.deepEqual([open, failed], [0, JOB_COUNT]);
    const { credits, used, reserved } = await usage(caller);
    assert.deepEqual([credits, used, reserved], [200, 0, 0]);
  });
});
