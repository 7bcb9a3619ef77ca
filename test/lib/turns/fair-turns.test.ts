import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { getPriority } from "node:os";
import { after, test } from "node:test";
import { setInterval as hold } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { FairTurns } from "../../../lib/turns/fair-turns.ts";
import { currentTurn } from "../../../lib/turns/turn.ts";
import { until } from "../../support/until.ts";

const alive = hold(() => {}, 1000);
after(() => clearInterval(alive));
const { signal } = new AbortController();

/** Runs named jobs that last until they are ended; returns the names in order of their begin. */
const trial = (turns: FairTurns) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = async (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    await turns.run(name[0]!, signal, async () => {
      begun.push(name);
      await promise;
    });
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await sleep(5);
  };
  return { begun, add, end };
};

test("turns go round by account, and an account's own jobs wait behind each other", async () => {
  const turns = new FairTurns(1, 100);
  const begun: string[] = [];
  const names = ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2", "b3", "c1", "c2", "c3"];
  const job = (name: string) =>
    turns.run(name[0]!, signal, async () => {
      begun.push(name);
      await sleep(3);
    });
  await Promise.all(names.map(job));
  for (const account of ["a", "b", "c"]) {
    const ofAccount = (all: readonly string[]) => all.filter((name) => name[0] === account);
    assert.deepEqual(ofAccount(begun), ofAccount(names), "its own jobs in order");
  }
  for (const from of [0, 3, 6]) {
    const round = begun.slice(from, from + 3).map((name) => name[0]);
    assert.deepEqual(new Set(round), new Set(["a", "b", "c"]), begun.join());
  }
});

for (const [slots, printed] of [
  [1, 2],
  [2, 3],
  [4, 6],
] as const) {
  test(`${printed} documents are printed at once in ${slots} slots, and other jobs take a whole slot`, async () => {
    const turns = new FairTurns(slots, 100);
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = { printed: 0, others: 0 };
    const jobs = Array.from({ length: 10 }, () =>
      turns.run("a", signal, async () => {
        begun.printed++;
        currentTurn()?.enterBrowser();
        await promise;
      }),
    );
    const others = Array.from({ length: 2 }, () =>
      turns.run("a", signal, async () => {
        begun.others++;
        await promise;
      }),
    );
    await sleep(5);
    assert.deepEqual(begun, { printed, others: 0 });
    resolve();
    await Promise.all([...jobs, ...others]);
    assert.deepEqual(begun, { printed: 10, others: 2 });
  });
}

for (const slots of [1, 2, 4]) {
  test(`an account never takes the last slot while others wait: ${slots} slots`, async () => {
    const turns = new FairTurns(slots, 1000);
    const running = { hog: 0 };
    let othersWaiting = 0;
    let hogsInARow = 0;
    const hog = Array.from({ length: 40 }, () =>
      turns.run("hog", signal, async () => {
        running.hog++;
        hogsInARow = othersWaiting > 0 ? hogsInARow + 1 : 0;
        if (othersWaiting > 0) assert.ok(slots === 1 ? hogsInARow <= 1 : running.hog < slots, `${running.hog} run`);
        await sleep(8);
        running.hog--;
      }),
    );
    const others = ["x", "y", "z"].flatMap((account) =>
      Array.from({ length: 5 }, async () => {
        othersWaiting++;
        await turns.run(account, signal, async () => {
          othersWaiting--;
          hogsInARow = 0;
          await sleep(3);
        });
      }),
    );
    await Promise.all(others);
    assert.ok(turns.waiting > 0, "the others end before the account with many jobs");
    await Promise.all(hog);
    assert.deepEqual([turns.running, turns.waiting], [0, 0]);
  });
}

test("an account without jobs begins beside long jobs of others that hold all slots", async () => {
  const { begun, add, end } = trial(new FairTurns(1, 100));
  const jobs = ["a", "b"].map(add);
  const later = ["c", "d"].map(add);
  await until(() => begun.length >= 3);
  assert.deepEqual(begun.slice(0, 3), ["a", "b", "c"]);
  for (const name of ["a", "b", "c", "d"]) {
    while (!begun.includes(name)) await sleep(10);
    await end(name);
  }
  await Promise.all([...jobs, ...later]);
});

test("a job whose engine only waits takes no slot, up to a limit of its account", async () => {
  const turns = new FairTurns(1, 100);
  const ends: (() => void)[] = [];
  let begun = 0;
  const jobs = Array.from({ length: 4 }, () =>
    turns.run("a", signal, async () => {
      begun++;
      // The kernel's second thread uses no processor time.
      const { end } = currentTurn()!.use({ statFile: () => "/proc/2/stat" });
      await new Promise<void>((resolve) => ends.push(resolve));
      end();
    }),
  );
  await until(() => begun >= 2);
  await sleep(1000); // a third one would have begun
  assert.deepEqual([begun, turns.waiting], [2, 2]);
  while (ends.length > 0 || turns.waiting > 0) {
    ends.shift()?.();
    await sleep(5);
  }
  await Promise.all(jobs);
});

test("a long job keeps its priority while it is alone, and steps back before another one begins", async () => {
  const turns = new FairTurns(2, 100);
  const engine = spawn(process.execPath, ["-e", "for (;;);"]);
  after(() => engine.kill("SIGKILL"));
  const nice = () => getPriority(engine.pid);
  const { promise, resolve } = Promise.withResolvers<void>();
  const long = turns.run("a", signal, async () => {
    const turn = currentTurn()!;
    const { use, end } = turn.use({ statFile: () => `/proc/${engine.pid}/stat` });
    await until(() => turn.isLong && turn.usedMs > 1500);
    assert.deepEqual([nice(), use.isLowered], [getPriority(), false]);
    resolve();
    await until(() => use.isLowered);
    end();
  });
  await Promise.race([promise, long]);
  await turns.run("b", signal, async () => assert.ok(nice() > getPriority(), `${nice()}`));
  await long;
});

test("an account fills half of the queue at most, and a full queue still accepts the job of an account that has none", async () => {
  const turns = new FairTurns(1, 4);
  const { promise, resolve } = Promise.withResolvers<void>();
  const job = (account: string) => turns.run(account, signal, () => promise);
  const refused = { code: "SERVICE_UNAVAILABLE", retryAfter: 5 };
  const running = ["a", "b"].map(job);
  const [first, second] = ["a", "a"].map(job);
  await assert.rejects(job("a"), refused);
  const others = ["b", "b"].map(job);
  const replaced = assert.rejects(second!, refused);
  others.push(job("c"));
  await replaced;
  assert.equal(turns.waiting, 4);
  await assert.rejects(job("c"), refused);
  resolve();
  await Promise.all([...running, first, ...others]);
});

test("a job that is aborted leaves the queue", async () => {
  const turns = new FairTurns(1, 10);
  const end = Promise.withResolvers<void>();
  const running = turns.run("a", signal, () => end.promise);
  const caller = new AbortController();
  const waiting = turns.run("a", caller.signal, async () => assert.fail("It runs."));
  caller.abort(new Error("gone"));
  await assert.rejects(waiting, /gone/);
  end.resolve();
  await running;
  assert.deepEqual([turns.running, turns.waiting], [0, 0]);
});

for (const [share, atOnce] of [
  [0.5, 2],
  [0.1, 1],
  [1, 4],
] as const) {
  test(`an account with a share of ${share} of four idle slots has ${atOnce} busy jobs at once`, async () => {
    const turns = new FairTurns(4, 100);
    let [running, most] = [0, 0];
    const job = async () => {
      most = Math.max(most, ++running);
      await sleep(5);
      running--;
    };
    await Promise.all(Array.from({ length: 12 }, () => turns.run("a", signal, job, share)));
    assert.equal(most, atOnce);
  });
}
