import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Job, verifyCallback } from "../../client/index.ts";
import { rotateCallbackSecret } from "../../lib/accounts/operator/callback-secrets.ts";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { freePort } from "../../local/store/process.ts";
import { type Receiver, startReceiver } from "../support/callback-receiver.ts";
import { mergeForm, startKilledServer } from "../support/killed-server.ts";
import { randomFrom } from "../support/random.ts";
import { endpointUrl, table } from "../support/table.ts";
import { until } from "../support/until.ts";

/** How often one of two servers is killed while they do jobs and tell their ends. */
const KILL_COUNT = Number(process.env["KILLS"] ?? 6);
const ACCOUNT_COUNT = 4;
const JOBS_PER_ACCOUNT = 10;
const CREDITS = 100;
const LIFE_LIMIT_MS = 2500;

/** Milliseconds that the receiver takes for an answer, so that servers are killed while they wait for it. */
const ANSWER_LIMIT_MS = 600;

const folder = mkdtempSync(join(tmpdir(), "platen-callback-kills-"));
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
    PLATEN_EGRESS_ALLOW: "127.0.0.1",
  });
  running.add(server);
  return server;
};

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

const address = (at: number, path: string) => `http://127.0.0.1:${ports[at]}/v1${path}`;

const submit = async (key: string, name: string): Promise<Job> => {
  const headers = {
    "X-API-Key": key,
    "Idempotency-Key": name,
    Prefer: "respond-async",
    "X-Callback-Url": `${receiver.url}?key=${name}`,
  };
  for (let attempt = 0; ; attempt++) {
    const sent = fetch(address(attempt % 2, "/pdf/merge"), { method: "POST", headers, body: mergeForm() });
    const reply = await sent.catch(() => undefined);
    const job = reply?.status === 202 ? await reply.json().catch(() => undefined) : undefined;
    if (job !== undefined) return job as Job;
    await sleep(300);
  }
};

const jobsOf = async (key: string): Promise<readonly Job[]> => {
  const reply = await fetch(address(1, "/jobs?limit=100"), { headers: { "X-API-Key": key } });
  return ((await reply.json()) as { jobs: Job[] }).jobs;
};

test("each end of a job is told, with one id, however often a server is killed meanwhile", async () => {
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNT_COUNT }, async () => {
      const account = (await createAccount(table, CREDITS))!;
      const { callbackSecret } = await rotateCallbackSecret(table, account);
      return { account, key: await createKey(table, account, "kills"), secret: callbackSecret };
    }),
  );
  let [first] = await Promise.all([start(ports[0]!), start(ports[1]!)]);
  const submitted = Promise.all(
    accounts.map(async ({ key }) => {
      for (let job = 0; job < JOBS_PER_ACCOUNT; job++) await submit(key, `job-${job}`);
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
    assert.deepEqual(await usageOf(table, account), { account, credits: CREDITS - used, used, reserved: 0 });
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
