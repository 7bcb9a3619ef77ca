import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { watchMemory } from "../../../../lib/engines/chromium/memory.ts";
import { FairTurns } from "../../../../lib/turns/fair-turns.ts";

const { signal } = new AbortController();
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts a process that holds at least 200 MB; returns its id. */
const largeProcess = async (): Promise<number> => {
  const script =
    "const held = Buffer.alloc(200 * 2 ** 20, 1); console.log(held.length); setInterval(() => held, 1000);";
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  await once(child.stdout, "data");
  return child.pid!;
};

test("the processes of one job share one memory limit, and those of two jobs do not", async () => {
  const turns = new FairTurns(2, 10);
  const [first, second] = [await largeProcess(), await largeProcess()];
  const limitMegabytes = 350;
  let exceeded = 0;
  const watch = (pid: number) => watchMemory(pid, limitMegabytes, () => exceeded++);

  const job = (pid: number) => async () => {
    const unwatch = watch(pid);
    await sleep(300);
    unwatch();
  };
  await Promise.all([turns.run("a", signal, job(first)), turns.run("a", signal, job(second))]);
  assert.equal(exceeded, 0);

  await turns.run("a", signal, async () => {
    const unwatches = [watch(first), watch(second)];
    while (exceeded === 0) await sleep(10);
    for (const unwatch of unwatches) unwatch();
  });
  assert.equal(exceeded, 1);
});
