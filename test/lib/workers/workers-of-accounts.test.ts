import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { asTurn, Turn } from "../../../lib/turns/turn.ts";
import type { Frame } from "../../../lib/workers/frames.ts";
import { startNodeProcess } from "../../../lib/workers/node-process.ts";
import { Pool } from "../../../lib/workers/pool.ts";
import { childrenOf } from "../../support/processes.ts";
import { until } from "../../support/until.ts";

const { signal } = new AbortController();
const script = new URL("../../support/workers/process.ts", import.meta.url);

suite("workers of accounts", () => {
  const pool = new Pool<Frame<string>, Frame<unknown>>({
    start: () => startNodeProcess<string, unknown>({ processorTimeMs: 5000, script, memoryMb: 64 }),
    jobsOfAccount: 3,
    maxIdle: 1,
    idleMs: 60_000,
  });
  /** Does a job for an account, or for none; returns the process that did it. */
  const processOf = async (account?: string): Promise<unknown> => {
    const job = () => pool.run({ head: "pid", body: Buffer.alloc(0) }, signal);
    return (await (account === undefined ? job() : asTurn(new Turn(account, new Set()), job))).head;
  };

  test("do further jobs of their account alone, up to a number", async () => {
    const [first, second, other, third, fourth] = [
      await processOf("a"),
      await processOf("a"),
      await processOf("b"),
      await processOf("a"),
      await processOf("a"),
    ];
    assert.deepEqual([second, third], [first, first]);
    assert.equal(new Set([first, other, fourth]).size, 3);
    assert.equal(await processOf("b"), other);
    await pool.end();
  });

  test("do further jobs also if their start has taken as long as a long job", async () => {
    const slow = new URL("../../support/workers/slow-process.ts", import.meta.url);
    const started = new Pool<Frame<string>, Frame<unknown>>({
      start: () => startNodeProcess({ processorTimeMs: 5000, script: slow, memoryMb: 64 }),
      jobsOfAccount: 3,
      maxIdle: 1,
      idleMs: 60_000,
    });
    const processOfIt = () =>
      asTurn(new Turn("a", new Set()), () => started.run({ head: "pid", body: Buffer.alloc(0) }, signal));
    const [first, second] = [await processOfIt(), await processOfIt()];
    assert.equal(second.head, first.head);
    await started.end();
  });

  test("do one job without an account", async () => {
    assert.notEqual(await processOf(), await processOf());
    await pool.end();
  });

  test("are ended if more than two accounts have one, and not kept as the one that is ready", async () => {
    await until(() => childrenOf().length === 0);
    await pool.keepReady();
    for (const account of ["a", "b", "c", "d"]) await processOf(account);
    await until(() => childrenOf().length === 3);
    const ready = new Set(await Promise.all(["c", "d"].map(processOf)));
    assert.equal(ready.has(await processOf("e")), false);
    await pool.end();
    await until(() => childrenOf().length === 0);
  });
});
