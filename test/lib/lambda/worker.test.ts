import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { QueuedJob } from "../../support/queued-jobs.ts";
import { queue, sqs } from "../../support/sqs-settings.ts";

// Behind the settings, which are read when the service is imported.
const { begin, beginAndDie, creditsOf, entryOf, jobNow, submit, work } = await import("../../support/queued-jobs.ts");
const { table } = await import("../../support/table.ts");
const { bodiesFolder, handler } = await import("../../support/trial.ts");
const { cancelJob } = await import("../../../lib/jobs/end.ts");
const { sendMessage } = await import("../../../lib/jobs/messages.ts");
const { JobQueue } = await import("../../../lib/jobs/queue.ts");
const { doJob } = await import("../../../lib/server/jobs/do-job.ts");
const { openResult } = await import("../../../lib/stored-bodies/job-bodies.ts");

const CHARGED = { left: 98, used: 2, reserved: 0 };
const FREE = { left: 100, used: 0, reserved: 0 };
const LATER = () => Date.now() + 3_600_000;

/** How a job has ended, how often it was begun, and what it has cost. */
const outcomeOf = async (job: QueuedJob) => {
  const { state, end } = await jobNow(job);
  return { state, attempts: end?.attempts, reason: end?.error?.reason, ...(await creditsOf(job)) };
};
const SUCCEEDED = { state: "succeeded", attempts: 1, reason: undefined, ...CHARGED };

suite("a function that works on jobs", { concurrency: false }, () => {
  test("does the job of a message, whose group is its account, and stores the result", async () => {
    const job = await submit();
    const [message] = sqs.messages(queue);
    assert.deepEqual([JSON.parse(message!.body), message!.group], [{ account: job.account, id: job.id }, job.account]);
    assert.deepEqual(await sqs.deliver(queue, work), []);
    assert.deepEqual(await outcomeOf(job), SUCCEEDED);
    assert.deepEqual(sqs.messages(queue), []);
    const { result } = (await jobNow(job)).end!;
    const stored = (await openResult(job.account, result!.reference))!;
    assert.equal(Buffer.concat(await stored.stream().toArray()).toString(), "%PDF-trial");
  });

  test("does a job once whose message is delivered twice at the same time", async () => {
    const job = await submit({ cost: 2, wait: 300 });
    const event = sqs.receive(queue);
    const answers = await Promise.all([work(event), work(event), work(event)]);
    for (const answer of answers) {
      assert.deepEqual(answer, { batchItemFailures: [] });
      sqs.settle(queue, event, answer);
    }
    assert.deepEqual(await outcomeOf(job), SUCCEEDED);
  });

  test("does nothing for a message of a job that has ended, was cancelled, or is unknown", async () => {
    const [ended, cancelled, unknown] = [await submit(), await submit(), await submit()];
    const event = sqs.receive(queue);
    await cancelJob(table, cancelled.account, cancelled.id, Date.now());
    const [first, second, third] = event.Records;
    const strange = { ...third!, body: JSON.stringify({ account: "nobody", id: unknown.id }) };
    const malformed = { ...third!, body: "{" };
    for (let time = 1; time <= 2; time++)
      assert.deepEqual(await work({ Records: [first!, second!, strange, malformed] }), { batchItemFailures: [] });
    assert.deepEqual(await outcomeOf(ended), SUCCEEDED);
    assert.deepEqual(await outcomeOf(cancelled), { ...FREE, state: "cancelled", attempts: 0, reason: undefined });
    assert.equal((await jobNow(unknown)).state, "queued");
    sqs.settle(queue, event, await work(event));
  });

  test("begins a job again whose function was ended in the middle of it, and it is charged once", async () => {
    const job = await submit();
    await beginAndDie(job);
    assert.deepEqual(await sqs.deliver(queue, work), []);
    assert.deepEqual(await outcomeOf(job), { ...SUCCEEDED, attempts: 2 });
  });

  test("leaves a job to the runner that has it, such as a server on the same table, and the job is charged once", async () => {
    const job = await submit();
    const jobQueue = new JobQueue(table);
    const taken = (await jobQueue.take((account) => account !== job.account))!;
    assert.deepEqual(await sqs.deliver(queue, work), []);
    assert.equal((await jobNow(job)).state, "running");
    const endpoints = new Map([[handler.contract.path as string, handler.inProcess]]);
    const place = { endpoints, table, queue: jobQueue, untilAnswered: <Result>(ask: () => Promise<Result>) => ask() };
    await doJob(place, taken, new AbortController().signal);
    assert.deepEqual(await outcomeOf(job), SUCCEEDED);
  });

  test("fails a job that was begun three times, each time by a function that was ended over it", async () => {
    const job = await submit();
    for (let time = 1; time <= 3; time++) await beginAndDie(job);
    assert.deepEqual(await sqs.deliver(queue, work), []);
    assert.deepEqual(await outcomeOf(job), {
      ...FREE,
      state: "failed",
      attempts: 4,
      reason: "document-crashes-engine",
    });
  });

  test("reports to SQS which messages of a batch are to come again, and when", async () => {
    const jobs = [await submit(), await submit(), await submit()];
    const blocked = join(bodiesFolder, "results", jobs[1]!.account);
    await mkdir(join(bodiesFolder, "results"), { recursive: true });
    await writeFile(blocked, "");
    const ids = sqs.messages(queue).map(({ id }) => id);
    const before = Date.now();
    assert.deepEqual(await sqs.deliver(queue, work), [ids[1]]);
    assert.deepEqual(await Promise.all(jobs.map(outcomeOf)), [
      SUCCEEDED,
      { state: "queued", attempts: undefined, reason: undefined, left: 98, used: 0, reserved: 2 },
      SUCCEEDED,
    ]);
    const [left, ...others] = sqs.messages(queue);
    assert.deepEqual([left!.id, others], [ids[1], []]);
    assert.ok(
      left!.visibleAt >= before + 5000 && left!.visibleAt <= Date.now() + 5000,
      "in seconds, not in 90 minutes",
    );
    await rm(blocked);
    // It was put back for two seconds.
    while ((await entryOf(jobs[1]!))!.until > Date.now());
    assert.deepEqual(await sqs.deliver(queue, work, LATER()), []);
    assert.deepEqual(await outcomeOf(jobs[1]!), { ...SUCCEEDED, attempts: 2 });
  });

  test("returns a message that comes before its job may be begun, until then", async () => {
    const job = await submit();
    await new JobQueue(table).putBack(await begin(job), 60_000, false);
    const { until } = (await entryOf(job))!;
    const [id] = sqs.messages(queue).map((message) => message.id);
    assert.deepEqual(await sqs.deliver(queue, work), [id]);
    const [left] = sqs.messages(queue);
    assert.ok(left!.visibleAt >= until && left!.visibleAt <= Date.now() + 60_000);
    assert.equal((await entryOf(job))!.attempts, 0);
    await cancelJob(table, job.account, job.id, Date.now());
    assert.deepEqual(await sqs.deliver(queue, work, LATER()), []);
  });

  test("begins no job in its last minutes", async () => {
    const job = await submit();
    const [id] = sqs.messages(queue).map((message) => message.id);
    assert.deepEqual(await sqs.deliver(queue, (event) => work(event, 120_000)), [id]);
    assert.equal((await entryOf(job))!.attempts, 0);
    assert.deepEqual(await sqs.deliver(queue, work, LATER()), []);
    assert.deepEqual(await outcomeOf(job), SUCCEEDED);
  });

  test("stops a job that was cancelled, and ends one that takes longer than its function may", async () => {
    const [cancelled, late] = [await submit({ cost: 2, wait: 90_000 }), await submit({ cost: 2, wait: 90_000 })];
    const event = sqs.receive(queue);
    const [first, second] = event.Records;
    const working = work({ Records: [first!] });
    while ((await entryOf(cancelled))?.runner === undefined);
    await cancelJob(table, cancelled.account, cancelled.id, Date.now());
    await working;
    assert.deepEqual(await outcomeOf(cancelled), { ...FREE, state: "cancelled", attempts: 1, reason: undefined });
    sqs.settle(queue, event, await work({ Records: [second!] }, 900_000, 100_300));
    assert.deepEqual(await outcomeOf(late), { ...FREE, state: "failed", attempts: 1, reason: "out-of-time" });
  });

  test("accepts a submission whose message cannot be sent", async () => {
    sqs.trouble.times = 3;
    const job = await submit();
    assert.deepEqual(sqs.messages(queue), []);
    assert.equal((await jobNow(job)).state, "queued");
    await sendMessage(queue, job);
    assert.deepEqual(await sqs.deliver(queue, work), []);
    assert.deepEqual(await outcomeOf(job), SUCCEEDED);
  });
});
