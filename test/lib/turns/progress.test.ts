import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { sleepUnlessHeldUp, watchProgress } from "../../../lib/turns/progress.ts";

const LIMIT_MS = 2000;
const loop = "while :; do :; done";

/** Watches a shell with a script. */
const watched = async (script: string, countsChildren: boolean) => {
  const child = spawn("sh", ["-c", script], { stdio: "ignore", detached: true });
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStuck = false;
  const stuck = () => {
    isStuck = true;
    resolve();
  };
  const endWatch = watchProgress({ pid, countsChildren, limitMs: LIMIT_MS, stuck });
  const end = () => {
    endWatch();
    process.kill(-pid, "SIGKILL");
  };
  return { becomesStuck: promise, isStuck: () => isStuck, end };
};

test("a process that sleeps makes no progress, and one that works does, or whose child works", async () => {
  const works = await Promise.all([watched(loop, false), watched(`(${loop}) & wait`, true)]);
  const sleeps = await Promise.all([watched("sleep 600", true), watched(`(${loop}) & wait`, false)]);
  await Promise.all(sleeps.map(({ becomesStuck }) => becomesStuck));
  assert.deepEqual(
    works.map(({ isStuck }) => isStuck()),
    [false, false],
  );
  for (const { end } of [...works, ...sleeps]) end();
});

test("a sleep that is not to end while this process is held up lasts until its limit beside busy loops", async () => {
  const { signal } = new AbortController();
  const loops = await Promise.all(Array.from({ length: 4 * availableParallelism() }, () => watched(loop, false)));
  const started = performance.now();
  await sleepUnlessHeldUp(LIMIT_MS, 2 * LIMIT_MS, signal);
  for (const { end } of loops) end();
  assert.ok(performance.now() - started >= 2 * LIMIT_MS);
});
