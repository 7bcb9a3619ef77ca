import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { asAccount } from "../../../lib/turns/account.ts";
import { forEachAtMost, Limit } from "../../../lib/turns/limit.ts";

const { signal } = new AbortController();

test("up to the limit jobs run at once, and the others wait in order of arrival", async () => {
  const limit = new Limit({ atOnce: 2, ofAccount: 2 });
  const began: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const jobs = ends.map(({ promise }, index) =>
    limit.run(signal, async () => {
      began.push(index);
      await promise;
    }),
  );
  await setImmediate();
  assert.deepEqual(began, [0, 1]);
  for (const { resolve } of ends) resolve();
  await Promise.all(jobs);
  assert.deepEqual(began, [0, 1, 2, 3]);
});

test("an account leaves room for others, and accounts that wait take turns", async () => {
  const limit = new Limit({ atOnce: 3, ofAccount: 2 });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (account: string, name: string) =>
    asAccount(account, () =>
      limit.run(signal, () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    );
  const jobs = ["a1", "a2", "a3", "a4", "b1", "b2", "b3"].map((name) => start(name[0]!, name));
  await setImmediate();
  assert.deepEqual(began, ["a1", "a2", "b1"]);
  for (const [ended, next] of [
    ["a1", "a3"],
    ["a2", "b2"],
    ["a3", "a4"],
    ["b1", "b3"],
  ] as const) {
    ends.get(ended)!();
    await setImmediate();
    assert.equal(began.at(-1), next);
  }
  for (const end of ends.values()) end();
  await Promise.all(jobs);
});

test("a job that is aborted while it waits leaves the queue, and the next one runs", async () => {
  const limit = new Limit({ atOnce: 1, ofAccount: 1 });
  const end = Promise.withResolvers<void>();
  const running = limit.run(signal, () => end.promise);
  const caller = new AbortController();
  const waiting = limit.run(caller.signal, async () => assert.fail("It runs."));
  const next = limit.run(signal, async () => "ran");
  caller.abort(new Error("gone"));
  await assert.rejects(waiting, /gone/);
  end.resolve();
  await running;
  assert.equal(await next, "ran");
});

test("no item begins after one has failed, and the failure is thrown when all running ones have ended", async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    await setImmediate();
    if (item === 2) throw new Error("two");
    done.push(item);
  };
  await assert.rejects(forEachAtMost(2, [1, 2, 3, 4, 5], work), /two/);
  assert.deepEqual(done, [1, 3]);
});

test("of several failures the one of the first item is thrown, whichever comes first", async () => {
  const first = Promise.withResolvers<void>();
  const work = async (item: string): Promise<void> => {
    if (item === "first") await first.promise;
    else first.resolve();
    throw new Error(item);
  };
  await assert.rejects(forEachAtMost(2, ["first", "second"], work), /first/);
});
