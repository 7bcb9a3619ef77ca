import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { callbackAttempts, type SentAttempt } from "../../../lib/callbacks/attempts.ts";
import { sendAgain } from "../../../lib/callbacks/send-again.ts";
import { DELIVERY_LEASE_MS, WaitingDeliveries } from "../../../lib/callbacks/waiting-deliveries.ts";
import { cancelJob, endJob } from "../../../lib/jobs/end.ts";
import { listJobs } from "../../../lib/jobs/find.ts";
import { startReceiver } from "../../support/callback-receiver.ts";
import { endedJob, newCalledBack, newSender, ORIGIN, progressOf, sendNext, verify } from "../../support/callbacks.ts";
import { jobOf, submit } from "../../support/jobs.ts";
import { clock } from "../../support/own-clock-meter.ts";
import { newCaller, table } from "../../support/table.ts";
import { until } from "../../support/until.ts";

const HOUR_SECONDS = 3600;

suite("callbacks", { concurrency: false }, () => {
  test("report the end of a job once, with a signature that the specification's library accepts", async () => {
    const receiver = await startReceiver();
    const { caller, secret } = await newCalledBack();
    const job = await endedJob(caller, `${receiver.url}?token=own`, { pages: 3 });
    assert.equal((await progressOf(job))?.state, "waiting");
    assert.equal(await newSender().sendDue(), 1);
    assert.equal(await newSender().sendDue(), 0);
    const [message] = receiver.received;
    assert.equal(receiver.received.length, 1);
    assert.equal(message?.path, "/hook?token=own");
    assert.equal(message?.headers["webhook-id"], `msg_${job.id}`);
    assert.equal(message?.headers["content-type"], "application/json");
    const { type, timestamp, data } = verify(secret, message!);
    assert.equal(type, "job.succeeded");
    assert.equal(timestamp, new Date(clock.now).toISOString());
    const { id, state, pages, operation } = data as unknown as Record<string, unknown>;
    assert.deepEqual([id, state, pages, operation], [job.id, "succeeded", 3, "/pdf/merge"]);
    assert.ok(!("callback" in data));
    const progress = await progressOf(job);
    assert.deepEqual([progress?.state, progress?.attempts], ["delivered", [{ at: clock.now, status: 200 }]]);
  });

  test("report failures and cancellations too", async () => {
    const receiver = await startReceiver();
    const { caller, secret } = await newCalledBack();
    const error = { code: "PROCESSING_FAILED", reason: "out-of-time", message: "No." } as const;
    await endedJob(caller, receiver.url, { state: "failed", error });
    const cancelled = { ...jobOf(caller), callback: { url: receiver.url, origin: ORIGIN } };
    await submit(cancelled);
    for (let call = 0; call < 2; call++) await cancelJob(table, caller.account, cancelled.id, clock.now);
    await newSender().sendDue();
    const types = receiver.received.map((message) => verify(secret, message).type);
    assert.deepEqual(new Set(types), new Set(["job.cancelled", "job.failed"]));
  });

  test("are ten attempts over 75 hours, with one id; then they have failed", async () => {
    const receiver = await startReceiver(() => ({ status: 500 }));
    const { caller, secret } = await newCalledBack();
    const job = await endedJob(caller, receiver.url);
    const beganAt = clock.now;
    const delays = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      delays.push(await sendNext(job));
      verify(secret, receiver.received.at(-1)!);
    }
    assert.deepEqual(delays.slice(0, 6), [0, 5, 300, 1800, 2 * HOUR_SECONDS, 5 * HOUR_SECONDS]);
    assert.equal(Math.floor((clock.now - beganAt) / 3_600_000), 75);
    const progress = await progressOf(job);
    assert.deepEqual([progress?.state, progress?.attempts.length, progress?.dueAt], ["failed", 10, undefined]);
    clock.now += 1_000 * HOUR_SECONDS * 48;
    await newSender().sendDue();
    assert.equal(receiver.received.length, 10);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size, 10);
  });

  test("come sooner or later than planned by chance, by a tenth", async () => {
    const receiver = await startReceiver(() => ({ status: 503 }));
    const { caller } = await newCalledBack();
    for (const [random, seconds] of [
      [0, 4.5],
      [0.999_999, 5.5],
    ] as const) {
      const job = await endedJob(caller, receiver.url);
      const sender = newSender({}, { random: () => random });
      await sendNext(job, sender);
      assert.equal(await sendNext(job, sender), seconds);
      await sendAgain(table, caller.account, job.id, clock.now);
    }
  });

  test("are ended by 410, and put off by Retry-After, for a day at most", async () => {
    const { caller } = await newCalledBack();
    const gone = await startReceiver(() => ({ status: 410 }));
    const job = await endedJob(caller, gone.url);
    await sendNext(job);
    assert.deepEqual([(await progressOf(job))?.state, gone.received.length], ["gone", 1]);
    const date = () => new Date(Math.ceil(clock.now / 1000) * 1000 + 60_000).toUTCString();
    for (const [retryAfter, least, most] of [
      [() => "120", 120, 120],
      [() => "1", 5, 5],
      [date, 60, 61],
      [() => "999999999", 24 * HOUR_SECONDS, 24 * HOUR_SECONDS],
      [() => "soon", 5, 5],
    ] as const) {
      const busy = await startReceiver(() => ({ status: 429, headers: { "retry-after": retryAfter() } }));
      const later = await endedJob(caller, busy.url);
      await sendNext(later);
      const seconds = ((await progressOf(later))!.dueAt! - clock.now) / 1000;
      assert.ok(seconds >= least && seconds <= most, `${retryAfter()}: ${seconds}`);
    }
  });

  test("do not follow redirects", async () => {
    const { caller } = await newCalledBack();
    const target = await startReceiver();
    const redirecting = await startReceiver(() => ({ status: 308, headers: { location: target.url } }));
    const job = await endedJob(caller, redirecting.url);
    await sendNext(job);
    const progress = await progressOf(job);
    assert.deepEqual([progress?.state, progress?.attempts[0]?.status], ["waiting", 308]);
    assert.equal(target.received.length, 0);
  });

  test("of an account without a secret are not sent", async () => {
    const receiver = await startReceiver();
    const job = await endedJob(await newCaller(5), receiver.url);
    await sendNext(job);
    const progress = await progressOf(job);
    assert.deepEqual([progress?.state, progress?.attempts[0]?.error], ["waiting", "no secret"]);
    assert.equal(receiver.connections.all, 0);
  });

  test("of a job whose end is written twice are one delivery; a job that nobody calls back has none", async () => {
    const receiver = await startReceiver();
    const { caller } = await newCalledBack();
    const job = await endedJob(caller, receiver.url);
    const end = { state: "succeeded", at: clock.now, attempts: 1 } as const;
    assert.equal(await endJob(table, job, end, "another runner"), false);
    const quiet = jobOf(caller);
    await submit(quiet);
    await cancelJob(table, caller.account, quiet.id, clock.now);
    await newSender().sendDue();
    assert.equal(receiver.received.length, 1);
    const { entries: jobs } = await listJobs(table, caller.account, { limit: 10 }, clock.now);
    assert.deepEqual(
      jobs.map(({ request, delivery }) => [request.id, delivery?.progress.state]),
      [
        [quiet.id, undefined],
        [job.id, "delivered"],
      ],
    );
  });

  test("are taken by one of many senders, and by another one if it has vanished", async () => {
    const receiver = await startReceiver();
    const { caller } = await newCalledBack();
    const job = await endedJob(caller, receiver.url);
    const isOwn = (account: string) => account === caller.account;
    const queues = Array.from({ length: 8 }, () => new WaitingDeliveries(table, () => clock.now));
    const taken = await Promise.all(queues.map((queue) => queue.take(isOwn)));
    assert.equal(taken.filter((each) => each !== undefined).length, 1);
    await newSender().sendDue();
    assert.equal(receiver.received.length, 0);
    clock.now += DELIVERY_LEASE_MS;
    await Promise.all([newSender().sendDue(), newSender().sendDue()]);
    assert.deepEqual([receiver.received.length, (await progressOf(job))?.state], [1, "delivered"]);
  });

  test("that a server has left are sent at once by the next server that opens the store", async () => {
    const receiver = await startReceiver();
    const { caller } = await newCalledBack();
    const jobs = [];
    for (let index = 0; index < 3; index++) jobs.push(await endedJob(caller, receiver.url));
    const queue = new WaitingDeliveries(table, () => clock.now);
    for (const _ of jobs) assert.ok(await queue.take((account) => account === caller.account));
    await new WaitingDeliveries(table, () => clock.now).freeAll();
    await newSender().sendDue();
    assert.equal(receiver.received.length, 3);
    for (const job of jobs) assert.equal((await progressOf(job))?.state, "delivered");
  });

  test("to hosts that never answer hold up nobody else, and come one by one from then on", async () => {
    const silent = await startReceiver(() => "silence");
    const receiver = await startReceiver();
    const [hostile, other] = [await newCalledBack(), await newCalledBack()];
    for (let index = 0; index < 12; index++) await endedJob(hostile.caller, silent.url);
    const sender = newSender({ answerMs: 1000 });
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, silent.connections.open);
    }, 20);
    sender.wake();
    await until(() => silent.connections.open > 0);
    const job = await endedJob(other.caller, receiver.url);
    sender.wake();
    await until(async () => (await progressOf(job))?.state === "delivered");
    assert.ok(silent.received.length < 12);
    await until(() => silent.received.length === 12);
    await sender.stop();
    clearInterval(watch);
    assert.ok(most <= 4, `${most} at once`);
  });

  test("that are being sent when a server stops are broken off, and sent by the next one without delay", async () => {
    const receiver = await startReceiver((count) => (count === 1 ? "silence" : { status: 200 }));
    const { caller } = await newCalledBack();
    const job = await endedJob(caller, receiver.url);
    const sender = newSender();
    sender.wake();
    await until(() => receiver.received.length === 1);
    await sender.stop();
    await until(() => receiver.connections.open === 0);
    assert.equal((await progressOf(job))?.attempts.length, 0);
    await newSender().sendDue();
    assert.deepEqual([(await progressOf(job))?.state, receiver.received.length], ["delivered", 2]);
  });

  test("are published without their addresses", async () => {
    const receiver = await startReceiver(() => ({ status: 404 }));
    const { caller } = await newCalledBack();
    const published: SentAttempt[] = [];
    const note = (attempt: unknown) => published.push(attempt as SentAttempt);
    callbackAttempts.subscribe(note);
    const job = await endedJob(caller, `${receiver.url}?token=secret`);
    await sendNext(job);
    callbackAttempts.unsubscribe(note);
    const { ms, ...attempt } = published.find(({ id }) => id === job.id)!;
    const told = { account: caller.account, id: job.id, status: 404, error: undefined, state: "waiting", attempt: 1 };
    assert.deepEqual(attempt, told);
    assert.ok(ms >= 0);
  });
});
