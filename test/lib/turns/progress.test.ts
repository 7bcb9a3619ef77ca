import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { watchProgress } from "../../../lib/turns/progress.ts";

const LIMIT_MS = 3000;

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
  const loop = "while :; do :; done";
  const works = await Promise.all([watched(loop, false), watched(`(${loop}) & wait`, true)]);
  const sleeps = await Promise.all([watched("sleep 600", true), watched(`(${loop}) & wait`, false)]);
  await Promise.all(sleeps.map(({ becomesStuck }) => becomesStuck));
  assert.deepEqual(
    works.map(({ isStuck }) => isStuck()),
    [false, false],
  );
  for (const { end } of [...works, ...sleeps]) end();
});
