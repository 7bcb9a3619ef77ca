import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, toAccount } from "../../lib/accounts/account.ts";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { freePort } from "../../local/store/process.ts";
import { mergeForm, startKilledServer } from "../support/killed-server.ts";
import { randomFrom } from "../support/random.ts";
import { endpointUrl, table } from "../support/table.ts";
import { until } from "../support/until.ts";

/** How often one of two servers is killed while they do the jobs. */
const KILL_COUNT = Number(process.env["KILLS"] ?? 6);
const ACCOUNT_COUNT = 6;
const JOBS_PER_ACCOUNT = 6;
const CREDITS = 100;
const LIFE_LIMIT_MS = 3000;

const folder = mkdtempSync(join(tmpdir(), "platen-job-kills-"));
const running = new Set<ChildProcess>();
after(async () => {
  for (const server of running) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

const ports = [await freePort(), await freePort()];
const start = async (port: number): Promise<ChildProcess> => {
  const server = await startKilledServer({
    PORT: String(port),
    PLATEN_DATA: join(folder, "data"),
    PLATEN_TABLE: table.name,
    AWS_ENDPOINT_URL_DYNAMODB: endpointUrl,
  });
  running.add(server);
  return server;
};

/** A page that takes so long that many of its jobs are killed. */
const slowPage = JSON.stringify({
  html: "<p>slow</p><script>setTimeout(() => { window.isReady = true; }, 700)</script>",
  options: { waitForExpression: "window.isReady === true" },
});

interface Job {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly creditsUsed: number;
  readonly error?: { readonly code: string };
  readonly result?: { readonly url: string; readonly size: number };
}

const address = (at: number, path: string) => `http://127.0.0.1:${ports[at]}/v1${path}`;

/** Submits a job until a server has taken it, and returns it as it is then. */
const submit = async (key: string, name: string, isSlow: boolean): Promise<Job> => {
  const path = isSlow ? "/convert/html-to-pdf" : "/pdf/merge";
  for (let attempt = 0; ; attempt++) {
    const headers = {
      "X-API-Key": key,
      "Idempotency-Key": name,
      Prefer: "respond-async",
      ...(isSlow && { "Content-Type": "application/json" }),
    };
    const body = isSlow ? slowPage : mergeForm();
    const reply = await fetch(address(attempt % 2, path), { method: "POST", headers, body }).catch(() => undefined);
    const job = reply?.status === 202 ? await reply.json().catch(() => undefined) : undefined;
    if (job !== undefined) return job as Job;
    await sleep(300);
  }
};

/** Submits a job again and again, with the same key, until it has ended, and not for a fault of the service. */
const endOf = async (key: string, name: string, isSlow: boolean): Promise<Job> => {
  for (;;) {
    const job = await submit(key, name, isSlow);
    if (job.state === "succeeded" || (job.state === "failed" && job.error?.code !== "SERVICE_UNAVAILABLE")) return job;
    await sleep(1000);
  }
};

const jobsOf = async (key: string): Promise<readonly Job[]> => {
  const reply = await fetch(address(1, "/jobs?limit=100"), { headers: { "X-API-Key": key } });
  return ((await reply.json()) as { jobs: Job[] }).jobs;
};

const random = randomFrom(38);

test("jobs are done once, with one charge, however often a server is killed while it does them", async () => {
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNT_COUNT }, async () => {
      const account = (await createAccount(table, CREDITS))!;
      return { account, key: await createKey(table, account, "kills") };
    }),
  );
  let [first] = await Promise.all([start(ports[0]!), start(ports[1]!)]);
  const submitted = Promise.all(
    accounts.map(async ({ key }) => {
      for (let job = 0; job < JOBS_PER_ACCOUNT; job++) await submit(key, `job-${job}`, job % 2 === 0);
    }),
  );
  for (let kill = 0; kill < KILL_COUNT; kill++) {
    await sleep(random() * LIFE_LIMIT_MS);
    running.delete(first);
    first.kill("SIGKILL");
    await once(first, "exit");
    first = await start(ports[0]!);
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
    assert.deepEqual(await usageOf(table, account), { account, credits: CREDITS - used, used, reserved: 0 });
    const { Item } = await table.db.send(new GetItemCommand({ TableName: table.name, Key: accountKey(account) }));
    assert.deepEqual(toAccount(Item!).jobs, { count: 0, credits: 0, bytes: 0 });
  }
  console.log(`${begunAgain} of ${ACCOUNT_COUNT * JOBS_PER_ACCOUNT} jobs were begun again after ${KILL_COUNT} kills`);
});
