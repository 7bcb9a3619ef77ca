import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { BoundedPool } from "../../../lib/workers/bounded-pool.ts";
import { startThread } from "../../../lib/workers/thread.ts";
import type { Worker } from "../../../lib/workers/worker.ts";

const script = new URL("../../support/workers/thread.ts", import.meta.url);
const { signal } = new AbortController();
const POOL_SIZE = 2;

const pool = ({ idleMs = 60_000, jobTimeMs = 10_000 } = {}) =>
  new BoundedPool<string, unknown>({
    start: () => startThread({ script, resourceLimits: {}, processorTimeMs: 60_000, stopGraceMs: 50, jobTimeMs }),
    isReusable: () => true,
    size: POOL_SIZE,
    idleMs,
  });
const threadCount = () => readdirSync("/proc/self/task").length;
const until = async (is: () => boolean) => {
  for (let tries = 0; !is() && tries < 3000; tries++) await sleep(50);
  assert.ok(is());
};
const ask = (threads: BoundedPool<string, unknown>, job: string, when = signal, preferred?: Worker<string, unknown>) =>
  threads.run(() => ({ job }), when, preferred);

test("jobs beyond the size of the pool wait for a worker", async () => {
  const threads = pool();
  const jobs = Array.from({ length: 12 }, (_, index) => ask(threads, `job ${index}`));
  const answers = await Promise.all(jobs);
  assert.equal(new Set(answers.map(({ worker }) => worker)).size, POOL_SIZE);
  assert.deepEqual(answers.at(-1)!.reply, { ...answers.at(-1)!.reply, result: "job 11" });
  await threads.end();
});

test("a job gets the worker that it prefers if that one is idle", async () => {
  const threads = pool();
  const [first, second] = await Promise.all([ask(threads, "a"), ask(threads, "b")]);
  for (const { worker } of [first, second, first]) {
    assert.equal((await ask(threads, "again", signal, worker)).worker, worker);
  }
  await threads.end();
});

test("a job that takes too long fails alone, and its worker is replaced", async () => {
  const threads = pool({ jobTimeMs: 3000 });
  threads.keepReady(POOL_SIZE);
  const endless = [ask(threads, "loop"), ask(threads, "loop")];
  const next = ask(threads, "next");
  await Promise.all(endless.map((job) => assert.rejects(job, { name: "JobTimeExceeded" })));
  assert.ok("result" in (await next).reply);
  await threads.end();
});

test("a job whose caller has gone leaves the queue", async () => {
  const threads = pool({ jobTimeMs: 3000 });
  const endless = [ask(threads, "loop"), ask(threads, "loop")];
  const caller = new AbortController();
  const waiting = ask(threads, "waiting", caller.signal);
  caller.abort(new Error("gone"));
  await assert.rejects(waiting, /gone/);
  const next = ask(threads, "next");
  await Promise.allSettled(endless);
  assert.ok("result" in (await next).reply);
  await threads.end();
});

test("idle workers end, except those that are kept ready", async () => {
  const threads = pool({ idleMs: 50 });
  const before = threadCount();
  await ask(threads, "job");
  await until(() => threadCount() === before);
  threads.keepReady(1);
  await sleep(300);
  assert.equal(threadCount(), before + 1);
  await threads.end();
  await until(() => threadCount() === before);
});

test("a refusal does not cost a worker its life, a failure does", async () => {
  const threads = pool();
  const { worker, reply } = await ask(threads, "refuse");
  assert.ok("refused" in reply);
  assert.equal((await ask(threads, "next")).worker, worker);
  await ask(threads, "fail");
  assert.notEqual((await ask(threads, "next")).worker, worker);
  await threads.end();
});
