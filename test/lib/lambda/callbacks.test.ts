import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { type ReceiverAnswer, startReceiver } from "../../support/callback-receiver.ts";
import type { CalledBackJob } from "../../support/queued-jobs.ts";
import { callbackQueue, queue, sqs } from "../../support/sqs-settings.ts";

// Receivers of this machine stand for those of the internet. The settings are read when the service is imported.
process.env["PLATEN_EGRESS_ALLOW"] = "127.0.0.1";

const { creditsOf, jobNow, submit, submitCalledBack, withTime, work } = await import("../../support/queued-jobs.ts");
const { table } = await import("../../support/table.ts");
const { handler: jobs } = await import("../../../functions/jobs.ts");
const { poster } = await import("../../../lib/callbacks/post.ts");
const { WaitingDeliveries } = await import("../../../lib/callbacks/waiting-deliveries.ts");
const { callbackHandler } = await import("../../../lib/lambda/callbacks.ts");
const { keepJobs } = await import("../../../lib/lambda/job-keeper.ts");
const { parseExceptions } = await import("../../../lib/net/exceptions.ts");

const SCHEDULE = { source: "aws.events" };
const WHOLE_TIME = withTime(100_000);
const LEASE_AND_MORE_MS = 100_000;
const NOTHING = { batchItemFailures: [] };

/** The function in a new environment, for which it stays this moment, or one that is ahead of it. */
const newFunction = (aheadMs = 0) => {
  const now = Date.now() + aheadMs;
  return callbackHandler({ now: () => now, random: () => 0.5 });
};

/** Calls a function with the messages that wake it, which must be this many, and deletes them. */
const callByMessages = async (count: number, call = newFunction()) => {
  const event = sqs.receive(callbackQueue);
  assert.equal(event.Records.length, count);
  const { sent } = await call(event, WHOLE_TIME);
  sqs.settle(callbackQueue, event, NOTHING);
  return sent;
};
const callBySchedule = async (call = newFunction()) => (await call(SCHEDULE, WHOLE_TIME)).sent;

/** Loses the messages that wake the function. */
const loseMessages = () => sqs.settle(callbackQueue, sqs.receive(callbackQueue), NOTHING);

/** A job that a function has done, and whose end is told to an address. */
const endedJob = async (url: string): Promise<CalledBackJob> => {
  const job = await submitCalledBack(url);
  assert.deepEqual(await sqs.deliver(queue, work), []);
  return job;
};

const deliveryOf = async (job: CalledBackJob) => (await jobNow(job)).delivery!.progress;
const idsOf = ({ received }: Awaited<ReturnType<typeof startReceiver>>) =>
  received.map(({ headers }) => headers["webhook-id"]);
const okAfter = (first: ReceiverAnswer) => (count: number) => (count === 1 ? first : ({ status: 204 } as const));

/** Calls the function of jobs. */
const ask = (method: string, path: string, key: string) =>
  jobs({
    httpMethod: method,
    path,
    headers: { Host: "abc.example", "X-API-Key": key },
    body: null,
    multiValueQueryStringParameters: null,
  });

suite("the function that sends callbacks", { concurrency: false }, () => {
  test("is woken by a message when a job has ended, and reports its end once, signed", async () => {
    const receiver = await startReceiver();
    const job = await endedJob(receiver.url);
    assert.equal(await callByMessages(1), 1);
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const event = new Webhook(job.secret).verify(body, headers) as { type: string; data: { id: string } };
    assert.deepEqual([event.type, event.data.id], ["job.succeeded", job.id]);
    assert.equal((await deliveryOf(job)).state, "delivered");
    assert.equal(await callBySchedule(), 0);
    assert.equal(receiver.received.length, 1);
  });

  test("is not woken by a job whose end is not to be reported", async () => {
    const job = await submit();
    assert.deepEqual(await sqs.deliver(queue, work), []);
    assert.equal((await jobNow(job)).state, "succeeded");
    await callByMessages(0);
  });

  test("is woken by who cancels a job, and by who ends one that cannot be begun", async () => {
    const receiver = await startReceiver();
    const cancelled = await submitCalledBack(receiver.url);
    assert.equal((await ask("DELETE", `/v1/jobs/${cancelled.id}`, cancelled.key)).statusCode, 200);
    assert.equal(await callByMessages(1), 1);
    assert.deepEqual(await sqs.deliver(queue, work), []);
    await submitCalledBack(receiver.url);
    assert.deepEqual(await sqs.deliver(queue, (event) => keepJobs(event, withTime(50_000))), []);
    assert.equal(await callByMessages(1), 1);
    const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    assert.deepEqual(types, ["job.cancelled", "job.failed"]);
  });

  test("finds by the schedule what a lost message would have reported", async () => {
    const receiver = await startReceiver();
    sqs.trouble.status = 400;
    const job = await submitCalledBack(receiver.url);
    sqs.trouble.times = 1;
    assert.deepEqual(await sqs.deliver(queue, work), []);
    assert.deepEqual(sqs.messages(callbackQueue), []);
    assert.deepEqual(await creditsOf(job), { left: 98, used: 2, reserved: 0 });
    assert.equal(await callBySchedule(), 1);
    assert.equal(receiver.received.length, 1);
  });

  test("tries again by the schedule what a receiver has not taken, with the same id", async () => {
    const receiver = await startReceiver(okAfter({ status: 500 }));
    const job = await endedJob(receiver.url);
    const call = newFunction();
    assert.equal(await callByMessages(1, call), 1);
    assert.equal(await callBySchedule(call), 0, "it is not due yet");
    assert.equal(await callBySchedule(newFunction(60_000)), 1);
    const { state, attempts } = await deliveryOf(job);
    assert.deepEqual([state, attempts.map(({ status }) => status)], ["delivered", [500, 204]]);
    assert.deepEqual(idsOf(receiver), [`msg_${job.id}`, `msg_${job.id}`]);
  });

  test("reports each end once, however many of it run at once", async () => {
    const receiver = await startReceiver();
    const ended = [];
    for (let count = 0; count < 12; count++) ended.push(await endedJob(receiver.url));
    loseMessages();
    const sent = await Promise.all(Array.from({ length: 4 }, () => callBySchedule()));
    assert.equal(
      sent.reduce((sum, one) => sum + one, 0),
      ended.length,
    );
    assert.equal(receiver.received.length, ended.length);
    assert.deepEqual(new Set(idsOf(receiver)), new Set(ended.map(({ id }) => `msg_${id}`)));
  });

  test("sends again, with the same id, what it was sending when it was killed", async () => {
    const receiver = await startReceiver();
    const job = await endedJob(receiver.url);
    assert.equal((await new WaitingDeliveries(table).take())?.id, job.id);
    assert.equal(await callByMessages(1), 0, "it may still be at work");
    assert.equal(await callBySchedule(newFunction(LEASE_AND_MORE_MS)), 1);
    assert.deepEqual(idsOf(receiver), [`msg_${job.id}`]);
    assert.equal((await deliveryOf(job)).attempts.length, 1);
  });

  test("begins nothing in its last 45 seconds, and leaves that to the next call", async () => {
    const receiver = await startReceiver();
    await endedJob(receiver.url);
    loseMessages();
    const call = newFunction();
    assert.deepEqual(await call(SCHEDULE, withTime(44_000)), { sent: 0 });
    assert.deepEqual(receiver.received, []);
    assert.equal(await callBySchedule(call), 1);
  });

  test("breaks off in its last seconds what still runs, and the next call makes it again at once", async () => {
    const receiver = await startReceiver(okAfter("silence"));
    const job = await endedJob(receiver.url);
    loseMessages();
    const call = newFunction();
    // On a busy machine a second may be too short for the request to arrive.
    for (let time = 9000; receiver.received.length === 0 && time < 300_000; time *= 2)
      await call(SCHEDULE, withTime(time, 100_000));
    assert.deepEqual((await deliveryOf(job)).attempts, []);
    assert.equal(await callBySchedule(call), 1);
    assert.equal((await deliveryOf(job)).state, "delivered");
    assert.deepEqual(idsOf(receiver), [`msg_${job.id}`, `msg_${job.id}`]);
  });

  test("connects to no address that is not public any more", async () => {
    const receiver = await startReceiver();
    const job = await endedJob(receiver.url);
    loseMessages();
    const closed = callbackHandler({ post: poster({ allow: parseExceptions([]) }) });
    assert.equal(await callBySchedule(closed), 1);
    assert.equal(receiver.connections.all, 0);
    const { state, attempts } = await deliveryOf(job);
    assert.deepEqual([state, attempts.length, attempts[0]!.status], ["waiting", 1, undefined]);
    assert.match(attempts[0]!.error!, /private/);
    assert.equal(await callBySchedule(newFunction(60_000)), 1);
    assert.equal(receiver.received.length, 1);
  });

  test("sends again at once what a caller asks for", async () => {
    const receiver = await startReceiver();
    const job = await endedJob(receiver.url);
    assert.equal(await callByMessages(1), 1);
    const answer = await ask("POST", `/v1/jobs/${job.id}/callback`, job.key);
    assert.equal(answer.statusCode, 202);
    assert.equal(await callByMessages(1), 1);
    assert.deepEqual(idsOf(receiver), [`msg_${job.id}`, `msg_${job.id}`]);
  });

  test("fails if the table cannot be reached, so that its alarm goes off", async () => {
    const { tableAt } = await import("../../../lib/accounts/table.ts");
    const away = tableAt("no-such-table", { endpoint: "http://127.0.0.1:1", accessKeyId: "x" });
    await assert.rejects(callBySchedule(callbackHandler({ table: away })));
  });
});
