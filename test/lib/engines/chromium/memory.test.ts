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

interface Growing {
  readonly pid: number;
  /** Resolves when it has taken 200 MB more. */
  grow(): Promise<void>;
}

const growingProcess = async (): Promise<Growing> => {
  const script = `
    const held = [];
    process.stdin.on("data", () => console.log(held.push(Buffer.alloc(200 * 2 ** 20, 1))));
    console.log("ready");`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "pipe", "ignore"] });
  children.push(child);
  await once(child.stdout, "data");
  const grow = async () => {
    child.stdin.write("grow");
    await once(child.stdout, "data");
  };
  return { pid: child.pid!, grow };
};

test("the processes of one job share one memory limit, and those of two jobs do not", async () => {
  const turns = new FairTurns(2, 10);
  const [first, second] = [await growingProcess(), await growingProcess()];
  const limitMegabytes = 350;
  let exceeded = 0;
  const watch = ({ pid }: Growing) => watchMemory(pid, limitMegabytes, () => exceeded++);

  const job = (growing: Growing) => async () => {
    const unwatch = watch(growing);
    await growing.grow();
    await sleep(300);
    unwatch();
  };
  await Promise.all([turns.run("a", signal, job(first)), turns.run("a", signal, job(second))]);
  assert.equal(exceeded, 0);

  await turns.run("a", signal, async () => {
    const unwatches = [watch(first), watch(second)];
    await sleep(300);
    assert.equal(exceeded, 0, "what they held before counts");
    await Promise.all([first.grow(), second.grow()]);
    while (exceeded === 0) await sleep(10);
    for (const unwatch of unwatches) unwatch();
  });
  assert.equal(exceeded, 1);
});
