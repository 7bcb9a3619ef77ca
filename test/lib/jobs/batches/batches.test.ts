import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Caller } from "../../../../lib/accounts/keys.ts";
import { BATCH_JOBS_LIMIT, type BatchRequest, jobIdIn, newBatchId } from "../../../../lib/jobs/batches/batch.ts";
import { CANCELLED_AT_ONCE, cancelJobs } from "../../../../lib/jobs/batches/cancel-jobs.ts";
import { batchJobs, listBatches, readBatch } from "../../../../lib/jobs/batches/find.ts";
import { cancelBatch, endUnsubmitted, type ListedJob, submitNext } from "../../../../lib/jobs/batches/progress.ts";
import { submitBatch } from "../../../../lib/jobs/batches/submit.ts";
import { findDelivery } from "../../../../lib/jobs/delivery.ts";
import { cancelJob, endJob } from "../../../../lib/jobs/end.ts";
import type { JobEnd } from "../../../../lib/jobs/job.ts";
import { JobQueue } from "../../../../lib/jobs/queue.ts";
import { BUILT_IN_PLANS, type Plan, standardPlan } from "../../../../lib/settings/plan.ts";
import { purgeExpired } from "../../../../local/store/purge.ts";
import { newQueue, takeOf } from "../../../support/jobs.ts";
import { clock } from "../../../support/own-clock-meter.ts";
import { newCaller, table, usage } from "../../../support/table.ts";

const standard = standardPlan(BUILT_IN_PLANS);
const LISTED: ListedJob = {
  operation: "/pdf/merge",
  body: { reference: "list", type: "application/json", bytes: 10, start: 0 },
};

const CALLBACK = { url: "https://hooks.example/", origin: "https://platen.example" };

const batchOf = (caller: Caller, count: number): BatchRequest => ({
  caller,
  id: newBatchId(clock.now),
  createdAt: clock.now,
  plan: "standard",
  count,
  bytes: 10 * count,
  credits: 2 * count,
  prices: { "/pdf/merge": 2 },
  list: { reference: "list", start: 10 * count, bytes: 100 },
  secret: "0".repeat(32),
  resultMs: 86_400_000,
});

const submit = async (request: BatchRequest, plan: Plan = standard, key?: { keyHash: string; fingerprint: string }) => {
  const { outcome } = await submitBatch(table, request, { plan, keyUse: key }, clock.now);
  clock.now += 2000;
  return outcome;
};

const batchNow = async ({ caller, id }: BatchRequest) => (await readBatch(table, caller.account, id))!;
const countsOf = async (request: BatchRequest) => {
  const { open, succeeded, failed, cancelled } = await batchNow(request);
  return { open, succeeded, failed, cancelled };
};
const credits = async (caller: Caller) => {
  const { credits: left, used, reserved } = await usage(caller as never, clock.now);
  return { left, used, reserved };
};
const ended = (state: JobEnd["state"], cost?: number): JobEnd => ({ state, at: clock.now, attempts: 1, credits: cost });
const batchQueue = () => new JobQueue(table, () => clock.now, "BATCHES");
const takeBatchOf = (caller: Caller) => batchQueue().take((account) => account !== caller.account);
const jobsOf = async (request: BatchRequest) =>
  (await batchJobs(table, request, { limit: 100 }, clock.now)).entries.map(({ request: job }) => job);
const submitAll = async (request: BatchRequest) => {
  await submit(request);
  const listed = Array.from({ length: request.count }, () => LISTED);
  assert.equal(await submitNext(table, await batchNow(request), listed), true);
  return jobsOf(request);
};

test("the id of a batch is that of none of its jobs", () => {
  const id = newBatchId(clock.now);
  for (let index = 0; index < BATCH_JOBS_LIMIT; index++) assert.notEqual(jobIdIn(id, index), id);
});

suite("batches in the table", { concurrency: false }, () => {
  test("a batch reserves the credits of all its jobs, which are submitted later, once", async () => {
    const caller = await newCaller(20);
    const request = batchOf(caller, 3);
    assert.equal(await submit(request), "submitted");
    assert.deepEqual(await credits(caller), { left: 14, used: 0, reserved: 6 });
    assert.equal(await takeOf(newQueue(), [caller]), undefined);
    const before = await batchNow(request);
    assert.equal(await submitNext(table, before, [LISTED, LISTED]), true);
    assert.equal(await submitNext(table, before, [LISTED, LISTED]), false, "others have submitted these jobs");
    assert.equal(await submitNext(table, await batchNow(request), [LISTED]), true);
    assert.deepEqual(
      (await jobsOf(request)).map(({ id }) => id),
      [0, 1, 2].map((index) => jobIdIn(request.id, index)),
    );
    assert.deepEqual(await credits(caller), { left: 14, used: 0, reserved: 6 });
    const { submitted, unsubmittedCredits, unsubmittedBytes } = await batchNow(request);
    assert.deepEqual([submitted, unsubmittedCredits, unsubmittedBytes], [3, 0, 0]);
  });

  test("the last job that ends ends the batch, which is queued once more to be tidied up", async () => {
    const caller = await newCaller(20);
    const request = batchOf(caller, 3);
    const jobs = await submitAll(request);
    const queued = (await takeBatchOf(caller))!;
    await batchQueue().remove(queued);
    for (const state of ["succeeded", "failed", "succeeded"] as const) {
      assert.equal((await batchNow(request)).endedAt, undefined);
      assert.equal(await takeBatchOf(caller), undefined);
      const taken = (await takeOf(newQueue(), [caller]))!;
      const job = jobs.find(({ id }) => id === taken.id)!;
      const end = ended(state, state === "succeeded" ? 1 : undefined);
      for (let told = 0; told < 2; told++) assert.equal(await endJob(table, job, end, taken.runner), true);
    }
    assert.deepEqual(await countsOf(request), { open: 0, succeeded: 2, failed: 1, cancelled: 0 });
    const { endedAt, creditsUsed, creditsReserved } = await batchNow(request);
    assert.deepEqual([endedAt, creditsUsed, creditsReserved], [clock.now, 2, 0]);
    assert.deepEqual(await credits(caller), { left: 18, used: 2, reserved: 0 });
    assert.equal((await takeBatchOf(caller))?.id, request.id);
  });

  test("jobs that end at the same time are counted each, and one of them ends the batch, which is reported once", async () => {
    const caller = await newCaller(40);
    const request = { ...batchOf(caller, 12), callback: CALLBACK };
    const jobs = await submitAll(request);
    await Promise.all(
      jobs.flatMap((job) => [
        endJob(table, job, ended("cancelled"), undefined),
        cancelJob(table, caller.account, job.id, clock.now),
      ]),
    );
    assert.deepEqual(await countsOf(request), { open: 0, succeeded: 0, failed: 0, cancelled: 12 });
    assert.equal((await batchNow(request)).endedAt, clock.now);
    assert.deepEqual(await credits(caller), { left: 40, used: 0, reserved: 0 });
    const { endedAt } = await batchNow(request);
    const { request: told, progress } = (await findDelivery(table, caller.account, request.id))!;
    assert.deepEqual(told, { kind: "batch", account: caller.account, id: request.id, ...CALLBACK, endedAt });
    assert.deepEqual([progress.state, progress.dueAt], ["waiting", endedAt]);
  });

  test("open jobs are cancelled together; those that end meanwhile keep their end", async () => {
    const caller = await newCaller(200);
    const request = { ...batchOf(caller, CANCELLED_AT_ONCE), callback: CALLBACK };
    await submitAll(request);
    const found = (await batchJobs(table, request, { limit: CANCELLED_AT_ONCE, isNewestFirst: true }, clock.now))
      .entries;
    const taken = (await takeOf(newQueue(), [caller]))!;
    const done = found.find(({ request: { id } }) => id === taken.id)!.request;
    const [cancelled] = await Promise.all([
      cancelJobs(table, await batchNow(request), found, clock.now),
      endJob(table, done, ended("succeeded"), taken.runner),
    ]);
    const { succeeded, ...counts } = await countsOf(request);
    assert.deepEqual(counts, { open: 0, failed: 0, cancelled: CANCELLED_AT_ONCE - succeeded });
    assert.equal(cancelled.length, CANCELLED_AT_ONCE - succeeded);
    assert.equal((await cancelJobs(table, await batchNow(request), found, clock.now)).length, 0);
    assert.deepEqual(await credits(caller), { left: 200 - 2 * succeeded, used: 2 * succeeded, reserved: 0 });
    assert.equal((await batchNow(request)).endedAt, clock.now);
    assert.equal(await takeOf(newQueue(), [caller]), undefined);
  });

  test("a batch that is cancelled gets no further jobs; those that were not submitted end at once", async () => {
    const caller = await newCaller(20);
    const request = batchOf(caller, 3);
    await submit(request);
    const before = await batchNow(request);
    await submitNext(table, before, [LISTED]);
    await cancelBatch(table, before, clock.now);
    await cancelBatch(table, before, clock.now + 1);
    const cancelled = await batchNow(request);
    assert.equal(cancelled.cancelledAt, clock.now);
    assert.equal(await submitNext(table, cancelled, [LISTED]), false);
    assert.equal(await endUnsubmitted(table, before, "cancelled", clock.now), false);
    for (let told = 0; told < 2; told++)
      assert.equal(await endUnsubmitted(table, cancelled, "cancelled", clock.now), told === 0);
    assert.deepEqual(await countsOf(request), { open: 1, succeeded: 0, failed: 0, cancelled: 2 });
    assert.deepEqual(await credits(caller), { left: 18, used: 0, reserved: 2 });
    const [job] = await jobsOf(request);
    await cancelJob(table, caller.account, job!.id, clock.now);
    assert.deepEqual(await credits(caller), { left: 20, used: 0, reserved: 0 });
    assert.equal((await batchNow(request)).endedAt, clock.now);
  });

  test("missing credits, too many open jobs and a taken key refuse a batch, of which nothing is left", async () => {
    const caller = await newCaller(20);
    const narrow = { ...standard, jobs: { ...standard.jobs, open: 3 } };
    const key = { keyHash: "hash", fingerprint: "this" };
    assert.equal(await submit(batchOf(caller, 11)), "refused");
    assert.equal(await submit(batchOf(caller, 4), narrow), "refused");
    assert.equal(await submit(batchOf(caller, 3), narrow, key), "submitted");
    assert.equal(await submit(batchOf(caller, 1), narrow), "refused");
    assert.equal(await submit(batchOf(caller, 1), standard, key), "key-taken");
    assert.deepEqual(await credits(caller), { left: 14, used: 0, reserved: 6 });
    assert.equal((await listBatches(table, caller.account, { limit: 10 }, clock.now)).entries.length, 1);
  });

  test("an open batch stays, however old it is; one that has ended goes after 7 days", async () => {
    const caller = await newCaller(20);
    const [open, over] = [batchOf(caller, 1), batchOf(caller, 1)];
    await submit(open);
    await submit(over);
    await endUnsubmitted(table, await batchNow(over), "failed", clock.now);
    clock.now += 8 * 86_400_000;
    await purgeExpired(table, clock.now, { pageIntervalMs: 0 });
    assert.equal(await readBatch(table, caller.account, over.id), undefined);
    const { entries } = await listBatches(table, caller.account, { limit: 10 }, clock.now);
    assert.deepEqual(
      entries.map(({ request }) => request.id),
      [open.id],
    );
  });
});
