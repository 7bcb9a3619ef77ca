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
  await sleep(1100); // an engine is asked once a second at most
  answer = () => never;
  const afterwards = health();
  slow.resolve();
  const { walls, releases, starts, ...well } = await before;
  const allWell = { status: "ok", engines: { quick: "ok", slow: "ok" } };
  assert.deepEqual(well, allWell);
  assert.deepEqual(
    await afterwards,
    { ...allWell, releases, starts, walls },
    "the last verdict stands while the engine is asked",
  );
  await sleep(4500); // longer than an engine may take to answer
  assert.deepEqual(await health(), {
    status: "unhealthy",
    engines: { quick: "does not answer", slow: "ok" },
    releases,
    starts,
    walls,
  });
});
