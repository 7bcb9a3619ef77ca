import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "../../client/index.ts";
import { assertSettled, newAccounts, SLOW_PAGE, startKilledPair } from "../support/killed-pair.ts";
import { mergeForm } from "../support/killed-server.ts";
import { randomFrom } from "../support/random.ts";
import { until } from "../support/until.ts";

/** How often one of two servers is killed while they do the jobs. */
const KILL_COUNT = Number(process.env["KILLS"] ?? 6);
const ACCOUNT_COUNT = 6;
const JOBS_PER_ACCOUNT = 6;
const CREDITS = 100;
const LIFE_LIMIT_MS = 3000;

const pair = await startKilledPair();

/** Submits a job until a server has taken it, and returns it as it is then. */
const submit = (key: string, name: string, isSlow: boolean): Promise<Job> => {
  const named = { "Idempotency-Key": name, Prefer: "respond-async" };
  return isSlow
    ? pair.ask(key, "/convert/html-to-pdf", {
        method: "POST",
        headers: { ...named, "Content-Type": "application/json" },
        body: JSON.stringify(SLOW_PAGE),
      })
    : pair.ask(key, "/pdf/merge", { method: "POST", headers: named, body: mergeForm() });
};

/** Submits a job again and again, with the same key, until it has ended, and not for a fault of the service. */
const endOf = async (key: string, name: string, isSlow: boolean): Promise<Job> => {
  for (;;) {
    const job = await submit(key, name, isSlow);
    if (job.state === "succeeded" || (job.state === "failed" && job.error?.code !== "SERVICE_UNAVAILABLE")) return job;
    await sleep(1000);
  }
};

const jobsOf = async (key: string) => (await pair.ask<{ jobs: Job[] }>(key, "/jobs?limit=100")).jobs;

const random = randomFrom(38);

test("jobs are done once, with one charge, however often a server is killed while it does them", async () => {
  const accounts = await newAccounts(ACCOUNT_COUNT, CREDITS);
  const submitted = Promise.all(
    accounts.map(async ({ key }) => {
      for (let job = 0; job < JOBS_PER_ACCOUNT; job++) await submit(key, `job-${job}`, job % 2 === 0);
    }),
  );
  for (let kill = 0; kill < KILL_COUNT; kill++) {
    await sleep(random() * LIFE_LIMIT_MS);
    await pair.restart(0);
  }
  await submitted;
  let begunAgain = 0;
  for (const { account, key } of accounts) {
    const last = await Promise.all(
      Array.from({ length: JOBS_PER_ACCOUNT }, (_, job) => endOf(key, `job-${job}`, job % 2 === 0)),
    );
    assert.equal(new Set(last.map(({ id }) => id)).size, JOBS_PER_ACCOUNT);
    // A job whose server was killed before its body was stored has failed; its key names another one now.
    await until(async () => (await jobsOf(key)).every(({ state }) => state === "succeeded" || state === "failed"), {
      intervalMs: 500,
    });
    const jobs = await jobsOf(key);
    const done = jobs.filter(({ state }) => state === "succeeded");
    for (const { result, attempts, creditsUsed } of done) {
      const document = await fetch(result!.url);
      assert.equal((await document.arrayBuffer()).byteLength, result!.size);
      assert.equal(creditsUsed, 1);
      if (attempts > 1) begunAgain++;
    }
    for (const { state, creditsUsed } of jobs) if (state === "failed") assert.equal(creditsUsed, 0);
    const used = done.length;
    assert.equal(used, last.filter(({ state }) => state === "succeeded").length);
    await assertSettled(account, CREDITS, used);
  }
  console.log(`${begunAgain} of ${ACCOUNT_COUNT * JOBS_PER_ACCOUNT} jobs were begun again after ${KILL_COUNT} kills`);
});
