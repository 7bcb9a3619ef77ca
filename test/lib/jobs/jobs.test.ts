import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { cancelJob, endJob } from "../../../lib/jobs/end.ts";
import { JOB_LEASE_MS } from "../../../lib/jobs/entry.ts";
import { findJob, listJobs } from "../../../lib/jobs/find.ts";
import type { JobEnd } from "../../../lib/jobs/job.ts";
import { jobOfKey } from "../../../lib/jobs/submit.ts";
import { BUILT_IN_PLANS, standardPlan } from "../../../lib/settings/plan.ts";
import { purgeExpired } from "../../../local/store/purge.ts";
import { jobOf, newQueue, submit, takeOf } from "../../support/jobs.ts";
import { clock } from "../../support/own-clock-meter.ts";
import { newCaller, table, usage, usageCounters } from "../../support/table.ts";

const ended = (state: JobEnd["state"], attempts = 1): JobEnd => ({ state, at: clock.now, attempts });
const credits = async (caller: Awaited<ReturnType<typeof newCaller>>) => {
  const { credits: left, used, reserved } = await usage(caller, clock.now);
  return { left, used, reserved };
};

suite("jobs in the table", { concurrency: false }, () => {
  test("a job reserves its credits, and a success uses them", async () => {
    const caller = await newCaller(5);
    const job = jobOf(caller, 2);
    assert.equal((await submit(job)).outcome, "submitted");
    assert.deepEqual(await credits(caller), { left: 3, used: 0, reserved: 2 });
    assert.equal((await findJob(table, caller.account, job.id, clock.now))?.state, "queued");
    const taken = (await takeOf(newQueue(), [caller]))!;
    assert.equal(taken.id, job.id);
    assert.equal((await findJob(table, caller.account, job.id, clock.now))?.state, "running");
    assert.equal(await endJob(table, job, ended("succeeded"), taken.runner), true);
    assert.deepEqual(await credits(caller), { left: 3, used: 2, reserved: 0 });
    assert.equal((await findJob(table, caller.account, job.id, clock.now))?.state, "succeeded");
    assert.ok([...(await usageCounters(caller)).keys()].includes("a:j"));
    assert.equal(await takeOf(newQueue(), [caller]), undefined);
  });

  test("the end of a job that is written twice is one end", async () => {
    const caller = await newCaller(5);
    const job = jobOf(caller, 2);
    await submit(job);
    const taken = (await takeOf(newQueue(), [caller]))!;
    for (let sent = 0; sent < 2; sent++)
      assert.equal(await endJob(table, job, ended("succeeded"), taken.runner), true, `sent ${sent + 1} times`);
    assert.deepEqual(await credits(caller), { left: 3, used: 2, reserved: 0 });
  });

  test("a submission that is written twice is one job", async () => {
    const caller = await newCaller(5);
    const job = jobOf(caller, 2);
    for (let sent = 0; sent < 2; sent++) assert.equal((await submit(job)).outcome, "submitted");
    assert.deepEqual(await credits(caller), { left: 3, used: 0, reserved: 2 });
  });

  test("a failed job and a cancelled one return their credits", async () => {
    const caller = await newCaller(5);
    const [failing, cancelled, running] = [jobOf(caller), jobOf(caller), jobOf(caller)];
    await submit(failing);
    const taken = (await takeOf(newQueue(), [caller]))!;
    await submit(cancelled);
    assert.equal((await cancelJob(table, caller.account, cancelled.id, clock.now))?.state, "cancelled");
    assert.equal(await endJob(table, failing, ended("failed"), taken.runner), true);
    await submit(running);
    const lost = (await takeOf(newQueue(), [caller]))!;
    assert.equal((await cancelJob(table, caller.account, running.id, clock.now))?.state, "cancelled");
    assert.equal(await newQueue().extend(lost), false);
    assert.equal(await endJob(table, running, ended("succeeded"), lost.runner), false);
    assert.deepEqual(await credits(caller), { left: 5, used: 0, reserved: 0 });
  });

  test("a job whose runner has vanished is taken by another one, and only that one can end it", async () => {
    const caller = await newCaller(5);
    const job = jobOf(caller);
    await submit(job);
    const first = (await takeOf(newQueue(), [caller]))!;
    assert.equal(await takeOf(newQueue(), [caller]), undefined);
    clock.now += JOB_LEASE_MS - 1;
    assert.equal(await newQueue().extend(first), true);
    clock.now += JOB_LEASE_MS;
    const second = (await takeOf(newQueue(), [caller]))!;
    assert.deepEqual([second.id, second.attempts], [job.id, 2]);
    assert.equal(await endJob(table, job, ended("succeeded"), first.runner), false);
    assert.equal(await endJob(table, job, ended("succeeded", 2), second.runner), true);
    assert.deepEqual(await credits(caller), { left: 4, used: 1, reserved: 0 });
  });

  test("a job that is put back waits for its delay, and counts an attempt only if it says something of the job", async () => {
    const caller = await newCaller(5);
    await submit(jobOf(caller));
    const queue = newQueue();
    await queue.putBack((await takeOf(queue, [caller]))!, 5000, false);
    assert.equal(await takeOf(queue, [caller]), undefined);
    clock.now += 5000;
    const again = (await takeOf(queue, [caller]))!;
    assert.equal(again.attempts, 1);
    await queue.putBack(again, 0, true);
    assert.equal((await takeOf(queue, [caller]))?.attempts, 2);
  });

  test("jobs that a server has left are begun at once by the next server that opens the store", async () => {
    const caller = await newCaller(5);
    const queue = newQueue();
    await submit(jobOf(caller));
    const left = (await takeOf(queue, [caller]))!;
    await newQueue().freeAll();
    const again = await takeOf(newQueue(), [caller]);
    assert.deepEqual([again?.id, again?.attempts], [left.id, 2]);
    assert.equal(await queue.extend(left), false);
  });

  test("of ten runners, one takes a job", async () => {
    const caller = await newCaller(5);
    await submit(jobOf(caller));
    const taken = await Promise.all(Array.from({ length: 10 }, () => takeOf(newQueue(), [caller])));
    assert.equal(taken.filter((job) => job !== undefined).length, 1);
  });

  test("turns go round by account, and each account's oldest job is first", async () => {
    const callers = [await newCaller(9), await newCaller(9), await newCaller(9)];
    const [many, few, one] = callers as [(typeof callers)[0], (typeof callers)[0], (typeof callers)[0]];
    for (const caller of [many, many, many, many, few, few, one]) await submit(jobOf(caller));
    const queue = newQueue();
    const order = [];
    for (let turn = 0; turn < 7; turn++) order.push((await takeOf(queue, callers))!);
    const accounts = order.map(({ account }) => account);
    assert.equal(new Set(accounts.slice(0, 3)).size, 3);
    assert.equal(new Set(accounts.slice(3, 5)).size, 2);
    assert.deepEqual(accounts.slice(5), [many.account, many.account]);
    const own = order.filter(({ account }) => account === many.account).map(({ id }) => id);
    assert.deepEqual(
      own,
      [...new Set(own)].sort((a, b) => (a < b ? -1 : 1)),
    );
    assert.equal(await takeOf(queue, callers), undefined);
  });

  test("missing credits, a full window and too many jobs refuse a job, of which nothing is left", async () => {
    const [poor, busy] = [await newCaller(1), await newCaller(50)];
    const costly = jobOf(poor, 2);
    assert.equal((await submit(costly)).outcome, "refused");
    assert.equal(await findJob(table, poor.account, costly.id, clock.now), undefined);
    const standard = standardPlan(BUILT_IN_PLANS);
    const narrow = { ...standard, jobs: { ...standard.jobs, open: 1 } };
    assert.equal((await submit(jobOf(busy), narrow)).outcome, "submitted");
    assert.equal((await submit(jobOf(busy), narrow)).outcome, "refused");
    const large = { ...jobOf(busy), body: { reference: "none", type: "application/json", bytes: 2 ** 30 } };
    assert.equal((await submit(large)).outcome, "refused");
    assert.deepEqual(await credits(busy), { left: 49, used: 0, reserved: 1 });
    const rates = { ...standard, rates: { minute: 60, second: 1 } };
    const [before, after] = [jobOf(busy), jobOf(busy)];
    assert.equal((await submit(before, rates)).outcome, "submitted");
    clock.now -= 1500;
    assert.equal((await submit(after, rates)).outcome, "refused");
  });

  test("an idempotency key names one job of one request", async () => {
    const caller = await newCaller(5);
    const key = { keyHash: "hash", fingerprint: "this" };
    const [first, second] = [jobOf(caller), jobOf(caller)];
    assert.equal((await submit(first, undefined, key)).outcome, "submitted");
    assert.equal((await submit(second, undefined, key)).outcome, "key-taken");
    assert.equal(await jobOfKey(table, caller.account, key, clock.now), first.id);
    const other = { ...key, fingerprint: "other" };
    assert.equal(await jobOfKey(table, caller.account, other, clock.now), "mismatch");
    assert.deepEqual(await credits(caller), { left: 4, used: 0, reserved: 1 });
    clock.now += 86_400_000;
    assert.equal(await jobOfKey(table, caller.account, key, clock.now), undefined);
    assert.equal((await submit(jobOf(caller), undefined, other)).outcome, "submitted");
  });

  test("a job that has not ended stays, however old it is; one that has ended goes after 7 days", async () => {
    const caller = await newCaller(5);
    const [open, over] = [jobOf(caller, 3), jobOf(caller)];
    await submit(open);
    await submit(over);
    await cancelJob(table, caller.account, over.id, clock.now);
    clock.now += 8 * 86_400_000;
    await purgeExpired(table, clock.now, { pageIntervalMs: 0 });
    assert.equal(await findJob(table, caller.account, over.id, clock.now), undefined);
    assert.deepEqual(await credits(caller), { left: 2, used: 0, reserved: 3 });
    const taken = (await takeOf(newQueue(), [caller]))!;
    assert.equal(taken.id, open.id);
    assert.equal(await endJob(table, open, ended("failed"), taken.runner), true);
    assert.deepEqual(await credits(caller), { left: 5, used: 0, reserved: 0 });
  });

  test("jobs are listed newest first, by state, page by page; those of others are unknown", async () => {
    const [caller, other] = [await newCaller(9), await newCaller(9)];
    const jobs = [];
    for (let i = 0; i < 5; i++) {
      jobs.push(jobOf(caller));
      await submit(jobs.at(-1)!);
    }
    const newestFirst = jobs.map(({ id }) => id).reverse();
    await cancelJob(table, caller.account, newestFirst[1]!, clock.now);
    const listed: string[] = [];
    let after: string | undefined;
    do {
      const page = await listJobs(table, caller.account, { limit: 2, after }, clock.now);
      listed.push(...page.entries.map(({ request }) => request.id));
      after = page.next;
    } while (after !== undefined);
    assert.deepEqual(listed, newestFirst);
    const cancelled = await listJobs(table, caller.account, { limit: 2, state: "cancelled" }, clock.now);
    assert.deepEqual(
      cancelled.entries.map(({ request }) => request.id),
      [newestFirst[1]],
    );
    assert.equal(await findJob(table, other.account, newestFirst[0]!, clock.now), undefined);
    assert.deepEqual((await listJobs(table, other.account, { limit: 2 }, clock.now)).entries, []);
  });
});
