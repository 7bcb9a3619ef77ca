import assert from "node:assert/strict";
import { test } from "node:test";
import { Looker } from "../../../lib/jobs/looker.ts";

/** A looker whose looks end when the test says so, and its looks so far. */
const held = (intervalMs = 3_600_000) => {
  const looks: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const look = () => {
    looks.push(Promise.withResolvers<void>());
    return looks.at(-1)!.promise;
  };
  return { looks, failures, looker: new Looker({ look, intervalMs, onFailure: (error) => failures.push(error) }) };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a looker that is woken while it looks looks once more, and not twice at the same time", async () => {
  const { looks, looker } = held();
  for (let woken = 0; woken < 3; woken++) looker.wake();
  assert.equal(looks.length, 1);
  looks[0]!.resolve();
  await settled();
  assert.equal(looks.length, 2);
  looks[1]!.resolve();
  await settled();
  assert.equal(looks.length, 2);
});

test("a looker looks again after its interval, also if a look has failed", async () => {
  const { looks, failures, looker } = held(1);
  looker.wake();
  looker.wake();
  looks[0]!.reject("away");
  await settled();
  assert.deepEqual(failures, ["away"]);
  while (looks.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  looks[1]!.resolve();
  await looker.stop();
});

test("a looker that is stopped waits for the look that runs, and looks no more", async () => {
  const { looks, looker } = held();
  looker.wake();
  looker.wake();
  let isStopped = false;
  const stopped = looker.stop().then(() => {
    isStopped = true;
  });
  await settled();
  assert.equal(isStopped, false);
  looks[0]!.resolve();
  await stopped;
  looker.wake();
  assert.equal(looks.length, 1);
});
