import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, toAccount } from "../../lib/accounts/account.ts";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { freePort } from "../../local/store/process.ts";
import type { BatchJobView, BatchView } from "../support/batch-calls.ts";
import { filesInZip } from "../support/files-in-zip.ts";
import { startKilledServer } from "../support/killed-server.ts";
import { textPdf } from "../support/pdf/raw.ts";
import { randomFrom } from "../support/random.ts";
import { endpointUrl, table } from "../support/table.ts";
import { until } from "../support/until.ts";

/** How often two servers are killed while they submit and do the jobs of a batch. */
const KILL_COUNT = Number(process.env["KILLS"] ?? 6);
const JOB_COUNT = Number(process.env["JOBS"] ?? 300);
const CREDITS = 1000;
/** Milliseconds for which servers live at most, first while they submit the jobs, then while they do them. */
const LIFE_LIMITS_MS = { submitting: 600, working: 4000 };

const folder = mkdtempSync(join(tmpdir(), "platen-batch-kills-"));
const data = join(folder, "data");
const running = new Set<ChildProcess>();
after(async () => {
  for (const server of running) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

const ports = [await freePort(), await freePort()];

const start = async (at: number): Promise<ChildProcess> => {
  const server = await startKilledServer({
    PORT: String(ports[at]),
    PLATEN_DATA: data,
    PLATEN_TABLE: table.name,
    AWS_ENDPOINT_URL_DYNAMODB: endpointUrl,
  });
  running.add(server);
  return server;
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const isSlow = (index: number): boolean => index % 20 === 0;

/** A page that takes so long that many of its jobs are killed. */
const slowPage = {
  html: "<p>slow</p><script>setTimeout(() => { window.isReady = true; }, 700)</script>",
  options: { waitForExpression: "window.isReady === true" },
};

/** Small merges, now and then a slow page, and now and then a document that is none. */
const requests = Array.from({ length: JOB_COUNT }, (_, index) => ({
  name: `job ${index}`,
  ...(isSlow(index)
    ? { operation: "/convert/html-to-pdf", body: slowPage }
    : {
        operation: "/pdf/merge",
        form: {
          files: [`${index} A`, `${index} B`].map((text) => ({
            base64: index % 50 === 49 ? "AAAA" : base64(textPdf(text)),
          })),
        },
      }),
}));
const failureCount = requests.filter((_, index) => index % 50 === 49).length;

/** Asks one server after the other until one answers. */
const ask = async <Answer>(key: string, path: string, init: RequestInit = {}): Promise<Answer> => {
  for (let attempt = 0; ; attempt++) {
    const headers = { "X-API-Key": key, ...(init.headers as Record<string, string>) };
    const address = `http://127.0.0.1:${ports[attempt % 2]}/v1${path}`;
    const reply = await fetch(address, { ...init, headers }).catch(() => undefined);
    const answer = reply?.ok ? await reply.json().catch(() => undefined) : undefined;
    if (answer !== undefined) return answer as Answer;
    await sleep(300);
  }
};

const jobsIn = async (key: string, id: string): Promise<BatchJobView[]> => {
  const jobs: BatchJobView[] = [];
  let cursor = "";
  do {
    const page = await ask<{ jobs: BatchJobView[]; next?: string }>(key, `/batches/${id}/jobs?limit=100${cursor}`);
    jobs.push(...page.jobs);
    cursor = page.next ? `&cursor=${page.next}` : "";
    if (!page.next) return jobs;
  } while (cursor !== "");
  return jobs;
};

const random = randomFrom(380);

test("each job of a batch is done and charged once, however often a server is killed meanwhile", async () => {
  const account = (await createAccount(table, CREDITS))!;
  const key = await createKey(table, account, "kills");
  let servers = await Promise.all([start(0), start(1)]);
  const submitted = ask<BatchView>(key, "/batches", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": "tonight" },
    body: JSON.stringify(requests),
  });
  for (let kill = 0; kill < KILL_COUNT; kill++) {
    // The first kills come while the list is read or stored, and while its jobs are submitted.
    await sleep(random() * LIFE_LIMITS_MS[kill < KILL_COUNT / 2 ? "submitting" : "working"]);
    for (const server of servers) {
      running.delete(server);
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    // Their leases run out only after a while, as those of servers that are not restarted.
    servers = await Promise.all([start(0), start(1)]);
  }
  const { id } = await submitted;
  let batch = await ask<BatchView>(key, `/batches/${id}`);
  await until(
    async () => {
      batch = await ask<BatchView>(key, `/batches/${id}`);
      return batch.state === "ended";
    },
    { intervalMs: 500 },
  );
  const used = JOB_COUNT - failureCount;
  assert.deepEqual(batch.counts, { open: 0, succeeded: used, failed: failureCount, cancelled: 0 });
  assert.deepEqual([batch.creditsUsed, batch.creditsReserved], [used, 0]);
  assert.deepEqual(await usageOf(table, account), { account, credits: CREDITS - used, used, reserved: 0 });
  const { Item } = await table.db.send(new GetItemCommand({ TableName: table.name, Key: accountKey(account) }));
  assert.deepEqual(toAccount(Item!).jobs, { count: 0, credits: 0, bytes: 0 });
  const { batches } = await ask<{ batches: BatchView[] }>(key, "/batches");
  assert.equal(batches.length, 1);
  const jobs = await jobsIn(key, id);
  assert.deepEqual(
    jobs.map(({ index, name, state }) => [index, name, state]),
    requests.map(({ name }, index) => [index, name, index % 50 === 49 ? "failed" : "succeeded"]),
  );
  const archive = await fetch(batch.result!.url.replace(/:\d+\//, `:${ports[1]}/`));
  const files = await filesInZip(Buffer.from(await archive.arrayBuffer()));
  assert.equal(files.size, used + 1);
  // The list goes once the batch has ended; what a killed submission has stored expires by itself.
  await until(async () => (await readdir(join(data, "uploads", "jobs", account))).length <= KILL_COUNT);
  const again = jobs.filter(({ attempts }) => attempts > 1).length;
  console.log(`${again} of ${JOB_COUNT} jobs were begun again after ${KILL_COUNT} kills`);
});
