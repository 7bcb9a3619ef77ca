import assert from "node:assert/strict";
import { test } from "node:test";
import { Poller } from "../../../lib/jobs/poller.ts";

/** A poller whose polls end when the test says so, and its polls so far. */
const held = (intervalMs = 3_600_000) => {
  const polls: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const poll = () => {
    polls.push(Promise.withResolvers<void>());
    return polls.at(-1)!.promise;
  };
  return { polls, failures, poller: new Poller({ poll, intervalMs, onFailure: (error) => failures.push(error) }) };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a poller that is woken during a poll polls once more, and not twice at the same time", async () => {
  const { polls, poller } = held();
  for (let woken = 0; woken < 3; woken++) poller.wake();
  assert.equal(polls.length, 1);
  polls[0]!.resolve();
  await settled();
  assert.equal(polls.length, 2);
  polls[1]!.resolve();
  await settled();
  assert.equal(polls.length, 2);
});

test("a poller polls again after its interval, also if a poll has failed", async () => {
  const { polls, failures, poller } = held(1);
  poller.wake();
  poller.wake();
  polls[0]!.reject("away");
  await settled();
  assert.deepEqual(failures, ["away"]);
  while (polls.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  polls[1]!.resolve();
  await poller.stop();
});

test("a poller that is stopped waits for the poll that runs, and polls no more", async () => {
  const { polls, poller } = held();
  poller.wake();
  poller.wake();
  let isStopped = false;
  const stopped = poller.stop().then(() => {
    isStopped = true;
  });
  await settled();
  assert.equal(isStopped, false);
  polls[0]!.resolve();
  await stopped;
  poller.wake();
  assert.equal(polls.length, 1);
});
