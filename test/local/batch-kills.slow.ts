import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyCallback } from "../../client/index.ts";
import { rotateCallbackSecret } from "../../lib/accounts/operator/callback-secrets.ts";
import type { BatchJobView, BatchView } from "../support/batch-calls.ts";
import { startReceiver } from "../support/callback-receiver.ts";
import { filesInZip } from "../support/files-in-zip.ts";
import { assertSettled, newAccounts, SLOW_PAGE, startKilledPair } from "../support/killed-pair.ts";
import { textPdf } from "../support/pdf/raw.ts";
import { randomFrom } from "../support/random.ts";
import { table } from "../support/table.ts";
import { until } from "../support/until.ts";

/** How often two servers are killed while they submit and do the jobs of a batch. */
const KILL_COUNT = Number(process.env["KILLS"] ?? 6);
const JOB_COUNT = Number(process.env["JOBS"] ?? 300);
const CREDITS = 1000;
/** Milliseconds for which servers live at most, first while they submit the jobs, then while they do them. */
const LIFE_LIMITS_MS = { submitting: 600, working: 4000 };

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const isSlow = (index: number): boolean => index % 20 === 0;

/** Small merges, now and then a slow page, and now and then a document that is none. */
const requests = Array.from({ length: JOB_COUNT }, (_, index) => ({
  name: `job ${index}`,
  ...(isSlow(index)
    ? { operation: "/convert/html-to-pdf", body: SLOW_PAGE }
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

const pair = await startKilledPair({ PLATEN_EGRESS_ALLOW: "127.0.0.1" });
const receiver = await startReceiver();

const jobsIn = async (key: string, id: string): Promise<BatchJobView[]> => {
  const jobs: BatchJobView[] = [];
  for (let cursor = ""; ; ) {
    const page = await pair.ask<{ jobs: BatchJobView[]; next?: string }>(key, `/batches/${id}/jobs?limit=100${cursor}`);
    jobs.push(...page.jobs);
    if (page.next === undefined) return jobs;
    cursor = `&cursor=${page.next}`;
  }
};

const random = randomFrom(380);

test("each job of a batch is done and charged once, and its end is reported with one id, however often a server is killed meanwhile", async () => {
  const [{ account, key } = { account: "", key: "" }] = await newAccounts(1, CREDITS);
  const { callbackSecret } = await rotateCallbackSecret(table, account);
  const submitted = pair.ask<BatchView>(key, "/batches", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": "tonight", "X-Callback-Url": receiver.url },
    body: JSON.stringify(requests),
  });
  for (let kill = 0; kill < KILL_COUNT; kill++) {
    // The first kills come while the list is read or stored, and while its jobs are submitted.
    await sleep(random() * LIFE_LIMITS_MS[kill < KILL_COUNT / 2 ? "submitting" : "working"]);
    // Their leases run out only after a while, as those of servers that are not restarted.
    await pair.restart(0, 1);
  }
  const { id } = await submitted;
  let batch = await pair.ask<BatchView>(key, `/batches/${id}`);
  await until(
    async () => {
      batch = await pair.ask<BatchView>(key, `/batches/${id}`);
      return batch.state === "ended";
    },
    { intervalMs: 500 },
  );
  const used = JOB_COUNT - failureCount;
  assert.deepEqual(batch.counts, { open: 0, succeeded: used, failed: failureCount, cancelled: 0 });
  assert.deepEqual([batch.creditsUsed, batch.creditsReserved], [used, 0]);
  await assertSettled(account, CREDITS, used);
  const { batches } = await pair.ask<{ batches: BatchView[] }>(key, "/batches");
  assert.equal(batches.length, 1);
  const jobs = await jobsIn(key, id);
  assert.deepEqual(
    jobs.map(({ index, name, state }) => [index, name, state]),
    requests.map(({ name }, index) => [index, name, index % 50 === 49 ? "failed" : "succeeded"]),
  );
  const archive = await fetch(batch.result!.url.replace(/:\d+\//, `:${pair.ports[1]}/`));
  const files = await filesInZip(Buffer.from(await archive.arrayBuffer()));
  assert.equal(files.size, used + 1);
  // The list goes once the batch has ended; what a killed submission has stored expires by itself.
  await until(async () => (await readdir(join(pair.data, "uploads", "jobs", account))).length <= KILL_COUNT);
  await until(() => receiver.received.length > 0);
  for (const { headers, body } of receiver.received) {
    const { type, data } = await verifyCallback(headers, body, callbackSecret);
    assert.deepEqual([headers["webhook-id"], type, data.id], [`msg_${id}`, "batch.ended", id]);
  }
  const again = jobs.filter(({ attempts }) => attempts > 1).length;
  console.log(`${again} of ${JOB_COUNT} jobs were begun again after ${KILL_COUNT} kills`);
});
