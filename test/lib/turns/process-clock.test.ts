import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ProcessClock } from "../../../lib/turns/process-clock.ts";
import { processorTimeOf } from "../../../lib/turns/processor-time.ts";

const MEASURED_MS = 2000;
/** Milliseconds between two looks at different files of the kernel. */
const TOLERANCE_MS = 100;

const start = async (script: string) => {
  const child = spawn("sh", ["-c", script], { stdio: "ignore" });
  await once(child, "spawn");
  return { pid: child.pid ?? 0, end: () => child.kill("SIGKILL") };
};

test("a process has all of the time in which it waits for no processor", async () => {
  const { pid, end } = await start("exec sleep 600");
  await sleep(MEASURED_MS / 4); // until it sleeps
  const clock = new ProcessClock(pid);
  const started = performance.now();
  await clock.sleep(MEASURED_MS, new AbortController().signal);
  const [passed, real] = [clock.now(), performance.now() - started];
  end();
  assert.ok(passed >= MEASURED_MS && Math.abs(real - passed) < TOLERANCE_MS, `${passed} of ${real} ms`);
});

test("a process that gets a processor now and then has its processor time, and no more than one wait beyond it", async () => {
  const count = 4 * availableParallelism();
  const loops = await Promise.all(Array.from({ length: count }, () => start("while :; do :; done")));
  const [loop] = loops;
  assert.ok(loop);
  const used = () => processorTimeOf(`/proc/${loop.pid}/stat`) ?? 0;
  const before = used();
  const clock = new ProcessClock(loop.pid);
  const started = performance.now();
  await sleep(MEASURED_MS);
  const [passed, usedMs, real] = [clock.now(), used() - before, performance.now() - started];
  for (const { end } of loops) end();
  assert.ok(passed >= usedMs - TOLERANCE_MS, `${passed} ms, ${usedMs} ms used`);
  // A wait that has not ended is not known, and beside many other programs it is long.
  assert.ok(passed < real / 2, `${passed} of ${real} ms`);
});
