import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { health } from "../../../lib/server/health.ts";
import { keepWarm } from "../../../lib/workers/warm.ts";

const nothing = async (): Promise<void> => undefined;
const never = new Promise<void>(() => undefined);

test("a frozen engine is reported, even if another engine answers slowly at the same time", async () => {
  const slow = Promise.withResolvers<void>();
  let answer = nothing;
  keepWarm("quick", { start: nothing, stop: nothing, check: () => answer() });
  keepWarm("slow", { start: nothing, stop: nothing, check: () => slow.promise });
  const before = health();
  await sleep(1100); // an answer is given again for a second
  answer = () => never;
  const afterwards = health();
  slow.resolve();
  const { walls, ...well } = await before;
  assert.deepEqual(well, { status: "ok", engines: { quick: "ok", slow: "ok" } });
  assert.deepEqual(await afterwards, { status: "unhealthy", engines: { quick: "does not answer", slow: "ok" }, walls });
});
