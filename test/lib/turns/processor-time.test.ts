import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { after, suite, test } from "node:test";
import { lowerPriority } from "../../../lib/turns/processor-time.ts";

/** The most by which long work steps back: nice 3 is half of the time beside another program, nice 15 a thirtieth. */
const MOST_NICE = 3;

/** The priority of the group of a process, which the kernel counts before those of its threads. */
const groupPriorityOf = (pid: number): number => {
  const [, nice] = /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8")) ?? [];
  return Number(nice);
};

/** Starts a shell that runs a second one and waits, both in a session of their own or of this process. */
const startPair = async (detached: boolean): Promise<{ first: number; second: number }> => {
  const script = 'sh -c "echo \\$\\$; exec sleep 600" & wait';
  const child = spawn("sh", ["-c", script], { detached, stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await child.stdout.take(1).toArray();
  const pids = { first: child.pid ?? 0, second: Number(String(line)) };
  after(() => {
    for (const pid of Object.values(pids)) process.kill(pid, "SIGKILL");
  });
  return pids;
};

const stat = (pid: number) => `/proc/${pid}/stat`;
const noGroups = !existsSync("/proc/self/autogroup") && "this kernel groups no sessions";

suite("long work", () => {
  test("steps back by a small step", async () => {
    const { first, second } = await startPair(true);
    lowerPriority(stat(first));
    assert.ok(getPriority(first) > 0 && getPriority(first) <= MOST_NICE, `${getPriority(first)}`);
    assert.equal(getPriority(second), getPriority());
  });

  test("with a session of its own steps back with it", { skip: noGroups }, async () => {
    const { first } = await startPair(true);
    lowerPriority(stat(first));
    assert.ok(groupPriorityOf(first) > 0 && groupPriorityOf(first) <= MOST_NICE, `${groupPriorityOf(first)}`);
  });

  test("in the session of others leaves their priority alone", { skip: noGroups }, async () => {
    const { first, second } = await startPair(true);
    const shared = await startPair(false);
    const before = groupPriorityOf(process.pid);
    for (const pid of [second, shared.first]) {
      lowerPriority(stat(pid));
      assert.ok(getPriority(pid) > 0);
    }
    assert.deepEqual([groupPriorityOf(first), groupPriorityOf(process.pid)], [0, before]);
  });

  test("that has ended is nothing to lower", () => {
    lowerPriority("/proc/4194305/stat");
    lowerPriority("");
  });
});
