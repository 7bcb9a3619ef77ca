import assert from "node:assert/strict";
import { test } from "node:test";
import { health } from "../../../lib/server/health.ts";
import { keepWarm, startWarmParts } from "../../../lib/workers/warm.ts";

const nothing = async (): Promise<void> => undefined;

test("an engine is starting until its start has ended, and is not asked before", async () => {
  const slow = Promise.withResolvers<void>();
  let questions = 0;
  const check = async () => void questions++;
  keepWarm("quick", { start: nothing, stop: nothing, check: nothing });
  keepWarm("slow", { start: () => slow.promise, stop: nothing, check });
  const failures: string[] = [];
  const started = startWarmParts((name) => failures.push(name));
  await nothing();
  const { status, engines } = await health();
  assert.deepEqual([status, engines, questions], ["starting", { quick: "ok", slow: "starting" }, 0]);
  slow.resolve();
  await started;
  assert.equal((await health()).status, "ok");
  assert.deepEqual([failures, questions], [[], 1]);
});

test("an engine that does not start is reported, and asked from then on", async () => {
  const error = new Error("It fails.");
  keepWarm("slow", { start: () => Promise.reject(error), stop: nothing, check: nothing });
  const failures: unknown[] = [];
  await startWarmParts((name, cause) => failures.push([name, cause]));
  assert.deepEqual(failures, [["slow", error]]);
  assert.deepEqual((await health()).engines, { quick: "ok", slow: "ok" });
});
