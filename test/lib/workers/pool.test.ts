import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame } from "../../../lib/workers/frames.ts";
import { startNodeProcess } from "../../../lib/workers/node-process.ts";
import { Pool } from "../../../lib/workers/pool.ts";
import { startThread } from "../../../lib/workers/thread.ts";
import { Forks } from "../../../lib/workers/zygote.ts";
import { childrenOf } from "../../support/processes.ts";

const limits = { processorTimeMs: 500 };
const script = (name: string) => new URL(`../../support/workers/${name}.ts`, import.meta.url);
const keeps = { isReusable: () => true, maxIdle: 2, idleMs: 60_000 };

const threads = (idleMs = keeps.idleMs) =>
  new Pool<string, unknown>({
    ...keeps,
    idleMs,
    start: () => startThread({ ...limits, script: script("thread"), resourceLimits: {} }),
  });
const processes = (idleMs = keeps.idleMs, processorTimeMs = limits.processorTimeMs, name = "process") => {
  const start = () =>
    startNodeProcess<string, unknown>({ ...limits, processorTimeMs, script: script(name), memoryMb: 64 });
  const pool = new Pool<Frame<string>, Frame<unknown>>({ ...keeps, idleMs, start });
  const run = async (job: string, signal: AbortSignal) =>
    (await pool.run({ head: job, body: Buffer.from(job) }, signal)).head;
  return { run, end: () => pool.end(), keepReady: () => pool.keepReady(), ping: () => pool.ping() };
};

/** The same script if there are no forks. */
const withoutForks = (idleMs = keeps.idleMs, processorTimeMs = limits.processorTimeMs) =>
  processes(idleMs, processorTimeMs, "fork");
const forks = (idleMs = keeps.idleMs, processorTimeMs = limits.processorTimeMs) => {
  const zygote = new Forks<string, unknown>({ ...limits, processorTimeMs, script: script("fork"), memoryMb: 64 });
  const pool = new Pool<Frame<string>, Frame<unknown>>({ ...keeps, idleMs, start: () => zygote.start() });
  const run = async (job: string, signal: AbortSignal) =>
    (await pool.run({ head: job, body: Buffer.from(job) }, signal)).head;
  const end = async () => {
    await pool.end();
    await zygote.end();
  };
  return { run, end, keepReady: () => pool.keepReady(), ping: () => pool.ping() };
};

const { signal } = new AbortController();
const threadCount = () => readdirSync("/proc/self/task").length;
const until = async (is: () => boolean) => {
  for (let tries = 0; !is() && tries < 3000; tries++) await sleep(50);
  assert.ok(is());
};

for (const [what, poolOf, countOf] of [
  ["thread", threads, threadCount],
  ["process", processes, () => childrenOf().length],
  ["fork", forks, () => childrenOf().flatMap((pid) => childrenOf(pid)).length],
] as const) {
  suite(`a ${what}`, () => {
    test("does jobs one after another, and is idle in between", async () => {
      const pool = poolOf();
      assert.equal(await pool.run("first", signal), "first");
      const count = countOf();
      assert.equal(await pool.run("second", signal), "second");
      assert.equal(countOf(), count);
      await pool.end();
      await until(() => countOf() < count);
    });

    test("has an empty environment", async () => {
      process.env["OPERATORS_SECRET"] = "SECRETWORD";
      const pool = poolOf();
      const names = (await pool.run("environment", signal)) as string[];
      assert.deepEqual(
        names.filter((name) => name !== "NODE_COMPILE_CACHE"),
        [],
      );
      await pool.end();
    });

    test("passes a refusal on unchanged, and does the next job", async () => {
      const pool = poolOf();
      await assert.rejects(pool.run("refuse", signal), { code: "INVALID_REQUEST", message: "It is refused." });
      assert.equal(await pool.run("next", signal), "next");
      await pool.end();
    });

    test("that fails or ends fails only its own job", async () => {
      const pool = poolOf();
      await assert.rejects(pool.run("fail", signal), /It fails/);
      await assert.rejects(pool.run("exit", signal), /ended without an answer/);
      assert.equal(await pool.run("next", signal), "next");
      await pool.end();
    });

    test("that uses too much processor time is ended, and only its job fails", async () => {
      const pool = poolOf();
      const endless = pool.run("loop", signal);
      assert.equal(await pool.run("another", signal), "another");
      await assert.rejects(endless, { code: "PROCESSING_FAILED", message: /processor time/ });
      await pool.end();
    });

    test("has ended when its job is aborted", async () => {
      const pool = poolOf();
      const count = countOf();
      const caller = new AbortController();
      const endless = pool.run("loop", caller.signal);
      setTimeout(() => caller.abort(new Error("too late")), 200);
      await assert.rejects(endless, /too late/);
      await until(() => countOf() <= count);
    });

    test("that is idle for too long is ended, unless one is kept ready", async () => {
      const pool = poolOf(50);
      const count = countOf();
      await pool.run("job", signal);
      await until(() => countOf() === count);
      await pool.keepReady();
      await sleep(200);
      assert.equal(countOf(), count + 1);
      await pool.end();
      await until(() => countOf() === count);
    });
  });
}

for (const [what, poolOf] of [
  ["process", processes],
  ["fork", forks],
  ["process that would fork", withoutForks],
] as const) {
  test(`a ${what} that answers with anything but a frame is ended, and only its job fails`, async () => {
    const pool = poolOf();
    await assert.rejects(pool.run("garbage", signal), /ended without an answer/);
    assert.equal(await pool.run("next", signal), "next");
    await pool.end();
  });

  test(`a ${what} that aborts, or has no memory left, fails only its own job`, async () => {
    const pool = poolOf(keeps.idleMs, 60_000); // filling the memory takes time of its own
    await assert.rejects(pool.run("abort", signal), /ended without an answer/);
    await assert.rejects(pool.run("memory", signal), /ended without an answer/);
    assert.equal(await pool.run("next", signal), "next");
    await pool.end();
  });

  test(`an idle ${what} answers a ping`, async () => {
    const pool = poolOf();
    await pool.keepReady();
    await pool.ping();
    assert.equal(await pool.run("job", signal), "job");
    await pool.end();
  });
}

test("a fork that writes into all that it has open ends neither its zygote nor other forks", async () => {
  const pool = forks();
  assert.equal(await pool.run("job", signal), "job");
  const children = childrenOf();
  await assert.rejects(pool.run("garbage", signal), /ended without an answer/);
  assert.equal(await pool.run("next", signal), "next");
  assert.deepEqual(childrenOf(), children);
  await pool.end();
});

suite("a pool of a size", () => {
  const POOL_SIZE = 2;
  const ofSize = (jobTimeMs = 10_000) =>
    new Pool<string, unknown>({
      start: () =>
        startThread({ script: script("thread"), resourceLimits: {}, ...limits, processorTimeMs: 60_000, jobTimeMs }),
      isReusable: () => true,
      size: POOL_SIZE,
      idleMs: 60_000,
    });

  test("lets further jobs wait for a worker", async () => {
    const pool = ofSize();
    const before = threadCount();
    const jobs = Array.from({ length: 12 }, (_, index) => pool.run(`job ${index}`, signal));
    assert.deepEqual(
      await Promise.all(jobs),
      Array.from({ length: 12 }, (_, index) => `job ${index}`),
    );
    assert.equal(threadCount(), before + POOL_SIZE);
    await pool.end();
  });

  test("replaces a worker whose job takes too long", async () => {
    const pool = ofSize(2000);
    await pool.keepReady(POOL_SIZE);
    const endless = [pool.run("loop", signal), pool.run("loop", signal)];
    // On a busy machine a new worker may take too long to start, too.
    const next = async (triesLeft = 20): Promise<unknown> =>
      pool.run("next", signal).catch((error) => {
        if (error.name !== "JobTimeExceeded" || triesLeft === 0) throw error;
        return next(triesLeft - 1);
      });
    const answer = next();
    await Promise.all(endless.map((job) => assert.rejects(job, { name: "JobTimeExceeded" })));
    assert.equal(await answer, "next");
    await pool.end();
  });

  test("forgets a waiting job whose caller has gone", async () => {
    const pool = ofSize(60_000);
    const others = new AbortController();
    const endless = [pool.run("loop", others.signal), pool.run("loop", others.signal)];
    const caller = new AbortController();
    const waiting = pool.run("waiting", caller.signal);
    caller.abort(new Error("gone"));
    await assert.rejects(waiting, /gone/);
    const next = pool.run("next", signal);
    others.abort(new Error("gone"));
    await Promise.allSettled(endless);
    assert.equal(await next, "next");
    await pool.end();
  });

  test("keeps its worker after a refusal, and ends it after a failure", async () => {
    const pool = ofSize();
    const before = threadCount();
    await assert.rejects(pool.run("refuse", signal), { code: "INVALID_REQUEST" });
    assert.equal(threadCount(), before + 1);
    await assert.rejects(pool.run("fail", signal), /It fails/);
    await until(() => threadCount() === before);
    await pool.end();
  });
});
