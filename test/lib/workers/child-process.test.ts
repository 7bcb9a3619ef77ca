import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { isAlive } from "../../../lib/workers/child-process.ts";
import { inEmptyRoot, rootRefused } from "../../support/empty-root.ts";
import { isRunning } from "../../support/processes.ts";

/** Kills processes and returns when the kernel has done so; this process has had no chance to notice it. */
const killAtOnce = (pids: number[]): void => {
  assert.ok(pids.length > 0);
  for (const pid of pids.filter(isRunning)) process.kill(pid, "SIGKILL");
  while (pids.some(isRunning));
};

test("a process that has ended is known at once", async () => {
  const child = spawn("sleep", ["60"]);
  assert.equal(isAlive(child), true);
  killAtOnce([child.pid!]);
  assert.deepEqual([child.signalCode, isAlive(child)], [null, false]);
  await once(child, "exit");
  assert.equal(isAlive(child), false);
});

test("a program that does not exist is not alive", async () => {
  const child = spawn("/nowhere");
  assert.equal(isAlive(child), false);
  await once(child, "error");
});

test("without /proc the state that Node knows counts", (context) => {
  const refused = rootRefused();
  if (refused !== undefined) {
    console.warn(`NOT TESTED: a root without /proc: ${refused}`);
    return context.skip(refused);
  }
  const script = `
    import { spawn } from "node:child_process";
    import { once } from "node:events";
    import { isAlive } from ${JSON.stringify(join(import.meta.dirname, "../../../lib/workers/child-process.ts"))};
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
    const before = isAlive(child);
    child.kill("SIGKILL");
    await once(child, "exit");
    console.log(before, isAlive(child));`;
  assert.equal(inEmptyRoot(script), "true false\n");
});
