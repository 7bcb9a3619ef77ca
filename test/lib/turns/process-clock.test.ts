import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ProcessClock } from "../../../lib/turns/process-clock.ts";
import { processorTimeOf } from "../../../lib/turns/processor-time.ts";

const MEASURED_MS = 2000;
/** Milliseconds between two looks at different files of the kernel. */
const TOLERANCE_MS = 100;
const MEASUREMENTS_LIMIT = 5;

const start = async (script: string) => {
  const child = spawn("sh", ["-c", script], { stdio: "ignore" });
  await once(child, "spawn");
  return { pid: child.pid ?? 0, end: () => child.kill("SIGKILL") };
};

const startLoops = () =>
  Promise.all(Array.from({ length: 4 * availableParallelism() }, () => start("while :; do :; done")));

/** Milliseconds for which the main thread of this process has waited for a processor. */
const ownWait = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[1]) / 1e6;

test("a process has all of the time in which neither it nor this one waits for a processor", async () => {
  const { pid, end } = await start("exec sleep 600");
  await sleep(MEASURED_MS / 4); // until it sleeps
  const measure = async () => {
    const clock = new ProcessClock(pid);
    const [started, waitedBefore] = [performance.now(), ownWait()];
    await clock.sleep(MEASURED_MS, new AbortController().signal);
    const [passed, real] = [clock.now(), performance.now() - started - (ownWait() - waitedBefore)];
    assert.ok(passed >= MEASURED_MS, `${passed} ms`);
    return Math.abs(real - passed);
  };
  // If this thread waits for a processor between two looks, one of them is wrong by that time.
  const differences: number[] = [];
  do differences.push(await measure());
  while (Math.min(...differences) >= TOLERANCE_MS && differences.length < MEASUREMENTS_LIMIT);
  end();
  assert.ok(Math.min(...differences) < TOLERANCE_MS, `${differences} ms`);
});

test("a process that gets a processor now and then has its processor time, and no more than one wait beyond it", async () => {
  const loops = await startLoops();
  const [loop] = loops;
  assert.ok(loop);
  const used = () => processorTimeOf(`/proc/${loop.pid}/stat`) ?? 0;
  const before = used();
  const clock = new ProcessClock(loop.pid);
  clock.now(); // it begins with its first question
  const started = performance.now();
  await sleep(MEASURED_MS);
  const [passed, usedMs, real] = [clock.now(), used() - before, performance.now() - started];
  for (const { end } of loops) end();
  assert.ok(passed >= usedMs - TOLERANCE_MS, `${passed} ms, ${usedMs} ms used`);
  // A wait that has not ended is not known, and beside many other programs it is long.
  assert.ok(passed < real / 2, `${passed} of ${real} ms`);
});

test("a process that waits for this one, which gets a processor now and then, has less than half of the time", async () => {
  const { pid, end } = await start("exec sleep 600");
  const loops = await startLoops();
  const clock = new ProcessClock(pid);
  const started = performance.now();
  while (performance.now() - started < MEASURED_MS) clock.now();
  const [passed, real] = [clock.now(), performance.now() - started];
  for (const loop of [...loops, { end }]) loop.end();
  assert.ok(passed < real / 2, `${passed} of ${real} ms`);
});
