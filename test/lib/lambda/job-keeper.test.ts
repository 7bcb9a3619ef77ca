import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { QueuedJob } from "../../support/queued-jobs.ts";
import { queue, sqs } from "../../support/sqs-settings.ts";

// Behind the settings, which are read when the service is imported.
const { begin, beginAndDie, creditsOf, jobNow, submit, withTime, work } = await import("../../support/queued-jobs.ts");
const { table } = await import("../../support/table.ts");
const { JobQueue } = await import("../../../lib/jobs/queue.ts");
const { jobTaker, setJobTaker } = await import("../../../lib/jobs/taker.ts");
const { keepJobs } = await import("../../../lib/lambda/job-keeper.ts");
const { sweepJobs } = await import("../../../lib/lambda/sweep.ts");

const FREE = { left: 100, used: 0, reserved: 0 };
const CHARGED = { left: 98, used: 2, reserved: 0 };
const [MINUTE, HOUR] = [60_000, 3_600_000];

/** A sweep some milliseconds from now. */
const sweepIn = (milliseconds: number, queues: readonly string[] = [queue]) =>
  sweepJobs({ table, queues, now: Date.now() + milliseconds, isOver: () => false });

/** Loses all messages, and the jobs whose messages they are. */
const loseMessages = () => sqs.settle(queue, sqs.receive(queue, Number.POSITIVE_INFINITY), { batchItemFailures: [] });

const outcomeOf = async (job: QueuedJob) => {
  const { state, end } = await jobNow(job);
  return { state, reason: end?.error?.reason, ...(await creditsOf(job)) };
};

/** Does the jobs whose messages are there, so that the next test finds none. */
const workOff = () => sqs.deliver(queue, work, Date.now() + 12 * HOUR);

suite("the sweep of jobs", { concurrency: false }, () => {
  test("sends a message again that was lost, once, and the job is charged once", async () => {
    const job = await submit();
    loseMessages();
    assert.equal((await sweepIn(MINUTE)).messagesSent, 0, "it may be on its way");
    const swept = await sweepIn(3 * MINUTE);
    assert.deepEqual([swept.messagesSent, swept.jobsQueued, swept.jobsEnded], [1, 1, 0]);
    assert.ok(swept.oldestJobMs >= 3 * MINUTE);
    assert.equal((await sweepIn(4 * MINUTE)).messagesSent, 0, "it was sent just before");
    assert.deepEqual(await workOff(), []);
    assert.deepEqual(await outcomeOf(job), { state: "succeeded", reason: undefined, ...CHARGED });
    assert.deepEqual(sqs.messages(queue), []);
    assert.equal((await sweepIn(4 * HOUR)).messagesSent, 0);
  });

  test("does not treat a message as lost while others wait, unless for an hour", async () => {
    const job = await submit();
    loseMessages();
    const other = await submit();
    assert.equal((await sweepIn(30 * MINUTE)).messagesSent, 0);
    assert.equal((await sweepIn(61 * MINUTE)).messagesSent, 2);
    assert.deepEqual(await workOff(), []);
    for (const one of [job, other]) assert.deepEqual(await creditsOf(one), CHARGED);
    assert.deepEqual(sqs.messages(queue), [], "the second message of the other job is done with too");
  });

  test("sends a message at once for a job whose function was ended over it, and that is hidden for long", async () => {
    const job = await submit();
    sqs.receive(queue); // the function that got it never ends
    await beginAndDie(job);
    assert.equal((await sweepIn(0)).messagesSent, 1);
    assert.equal((await sweepIn(0)).messagesSent, 0);
    assert.deepEqual(await sqs.deliver(queue, work), []);
    assert.deepEqual(await outcomeOf(job), { state: "succeeded", reason: undefined, ...CHARGED });
    assert.deepEqual(await workOff(), [], "the first message comes at last, and is done with");
    assert.deepEqual(sqs.messages(queue), []);
  });

  test("leaves a job that is in work", async () => {
    const job = await submit();
    const taken = await begin(job);
    const swept = await sweepIn(0);
    assert.deepEqual([swept.jobsRunning, swept.jobsQueued, swept.messagesSent], [1, 0, 0]);
    await new JobQueue(table).putBack(taken, 0, false);
    assert.deepEqual(await workOff(), []);
    assert.deepEqual(await creditsOf(job), CHARGED);
  });

  test("knows a message that was returned and is hidden until later", async () => {
    await submit();
    const event = sqs.receive(queue);
    event.Records[0]!.attributes.ApproximateReceiveCount = "7"; // then it comes again after five minutes
    sqs.settle(queue, event, await work(event, 1000));
    assert.equal((await sweepIn(4 * MINUTE)).messagesSent, 0);
    assert.equal((await sweepIn(10 * MINUTE)).messagesSent, 1);
    assert.deepEqual(await workOff(), []);
  });

  test("fails a job that did not begin within a day, and returns its credits", async () => {
    const job = await submit();
    loseMessages();
    assert.equal((await sweepIn(25 * HOUR)).jobsEnded, 1);
    assert.deepEqual(await outcomeOf(job), { state: "failed", reason: "no-turn-in-time", ...FREE });
    assert.equal((await sweepIn(25 * HOUR)).jobsQueued, 0);
  });

  test("leaves the jobs of other queues", async () => {
    await submit();
    loseMessages();
    const swept = await sweepIn(HOUR, [sqs.queue("another")]);
    assert.deepEqual([swept.jobsQueued, swept.messagesSent], [0, 0]);
    assert.equal((await sweepIn(HOUR)).messagesSent, 1);
    assert.deepEqual(await workOff(), []);
  });

  test("leaves the jobs of servers on the same table", async () => {
    const taker = jobTaker();
    setJobTaker({ wake: () => {}, drop: () => {}, wakeBatches: () => {} });
    const job = await submit();
    setJobTaker(taker);
    const swept = await sweepIn(25 * HOUR);
    assert.deepEqual([swept.jobsQueued, swept.messagesSent, swept.jobsEnded], [0, 0, 0]);
    assert.equal((await jobNow(job)).state, "queued");
  });

  test("goes on with the next job if SQS refuses a message", async () => {
    for (let count = 0; count < 2; count++) await submit();
    loseMessages();
    sqs.trouble.times = 4; // the question how many wait, and three attempts to send
    sqs.trouble.status = 500;
    const swept = await sweepIn(2 * HOUR);
    assert.equal(swept.jobsQueued, 2);
    sqs.trouble.times = 0;
    assert.equal(swept.messagesSent + (await sweepIn(2 * HOUR)).messagesSent, 2);
    assert.deepEqual(await workOff(), []);
  });

  test("ends before its function does, and is called by the schedule", async () => {
    await submit();
    const schedule = { source: "aws.events" };
    assert.equal(((await keepJobs(schedule, withTime(5000))) as { jobsQueued: number }).jobsQueued, 0);
    assert.equal(((await keepJobs(schedule, withTime(50_000))) as { jobsQueued: number }).jobsQueued, 1);
    assert.deepEqual(await workOff(), []);
  });
});

suite("a message that was delivered too often", { concurrency: false }, () => {
  const end = (event: ReturnType<typeof sqs.receive>) => keepJobs(event, withTime(50_000));

  test("ends its job, whose credits are returned, and whose key is free", async () => {
    const job = await submit();
    const event = sqs.receive(queue);
    assert.deepEqual(await end(event), { batchItemFailures: [] });
    assert.deepEqual(await outcomeOf(job), { state: "failed", reason: "service-busy", ...FREE });
    assert.deepEqual(await end(event), { batchItemFailures: [] });
    assert.deepEqual(await creditsOf(job), FREE);
    sqs.settle(queue, event, await work(event));
  });

  test("does nothing to a job that has ended or is in work, or if it is none of ours", async () => {
    const [ended, working] = [await submit(), await submit()];
    const event = sqs.receive(queue);
    const [first, second] = event.Records;
    assert.deepEqual(await work({ Records: [first!] }), { batchItemFailures: [] });
    const taken = await begin(working);
    assert.deepEqual(await end({ Records: [first!, second!, { ...first!, body: "{}" }] }), { batchItemFailures: [] });
    await new JobQueue(table).putBack(taken, 0, false);
    sqs.settle(queue, event, await work({ Records: [second!] }));
    for (const job of [ended, working])
      assert.deepEqual(await outcomeOf(job), { state: "succeeded", reason: undefined, ...CHARGED });
  });
});
