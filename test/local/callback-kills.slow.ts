import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Job, verifyCallback } from "../../client/index.ts";
import { rotateCallbackSecret } from "../../lib/accounts/operator/callback-secrets.ts";
import { type Receiver, startReceiver } from "../support/callback-receiver.ts";
import { assertSettled, newAccounts, startKilledPair } from "../support/killed-pair.ts";
import { mergeForm } from "../support/killed-server.ts";
import { randomFrom } from "../support/random.ts";
import { table } from "../support/table.ts";
import { until } from "../support/until.ts";

/** How often one of two servers is killed while they do jobs and tell their ends. */
const KILL_COUNT = Number(process.env["KILLS"] ?? 6);
const ACCOUNT_COUNT = 4;
const JOBS_PER_ACCOUNT = 10;
const CREDITS = 100;
const LIFE_LIMIT_MS = 2500;

/** Milliseconds that the receiver takes for an answer, so that servers are killed while they wait for it. */
const ANSWER_LIMIT_MS = 600;

const pair = await startKilledPair({ PLATEN_EGRESS_ALLOW: "127.0.0.1" });
const random = randomFrom(117);

/** A receiver that takes its time, and fails now and then, but not twice: the third attempt would come minutes later. */
const receiver: Receiver = await startReceiver((count, response) => {
  const { headers } = receiver.received[count - 1]!;
  const isRepeated = receiver.received
    .slice(0, count - 1)
    .some((earlier) => earlier.headers["webhook-id"] === headers["webhook-id"]);
  const status = !isRepeated && random() < 0.2 ? 500 : 204;
  setTimeout(() => response.writeHead(status).end(), random() * ANSWER_LIMIT_MS);
  return "silence";
});

const submit = (key: string, name: string): Promise<Job> => {
  const headers = {
    "Idempotency-Key": name,
    Prefer: "respond-async",
    "X-Callback-Url": `${receiver.url}?key=${name}`,
  };
  return pair.ask(key, "/pdf/merge", { method: "POST", headers, body: mergeForm() });
};

const jobsOf = async (key: string) => (await pair.ask<{ jobs: Job[] }>(key, "/jobs?limit=100")).jobs;

test("each end of a job is reported, with one id, however often a server is killed meanwhile", async () => {
  const accounts = await Promise.all(
    (await newAccounts(ACCOUNT_COUNT, CREDITS)).map(async ({ account, key }) => {
      const { callbackSecret } = await rotateCallbackSecret(table, account);
      return { account, key, secret: callbackSecret };
    }),
  );
  const submitted = Promise.all(
    accounts.map(async ({ key }) => {
      for (let job = 0; job < JOBS_PER_ACCOUNT; job++) await submit(key, `job-${job}`);
    }),
  );
  for (let kill = 0; kill < KILL_COUNT; kill++) {
    await sleep(random() * LIFE_LIMIT_MS);
    await pair.restart(0);
  }
  await submitted;
  const seen = new Map<string, number>();
  for (const { account, key, secret } of accounts) {
    await until(
      async () =>
        (await jobsOf(key)).every(({ state, callback }) => {
          const hasEnded = ["succeeded", "failed", "cancelled"].includes(state);
          return hasEnded && callback?.state === "delivered";
        }),
      { intervalMs: 1000 },
    );
    const jobs = await jobsOf(key);
    const used = jobs.filter(({ state }) => state === "succeeded").length;
    // A job whose server was killed before its body was stored has failed, and tells that.
    assert.ok(jobs.length >= JOBS_PER_ACCOUNT && used > 0);
    await assertSettled(account, CREDITS, used);
    for (const { id, state } of jobs) {
      const messages = receiver.received.filter(({ headers }) => headers["webhook-id"] === `msg_${id}`);
      assert.ok(messages.length > 0, `the end of ${id} was not told`);
      seen.set(id, messages.length);
      for (const { headers, body } of messages) {
        const now = Number(headers["webhook-timestamp"]) * 1000;
        const event = await verifyCallback(headers, body, secret, { now });
        assert.deepEqual([event.type, event.data.id, event.data.state], [`job.${state}`, id, state]);
      }
    }
  }
  assert.equal(
    receiver.received.length,
    [...seen.values()].reduce((sum, count) => sum + count),
  );
  const again = [...seen.values()].filter((count) => count > 1).length;
  console.log(`${again} of ${seen.size} ends were told more than once, after ${KILL_COUNT} kills`);
});
