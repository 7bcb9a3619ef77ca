import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Job, verifyCallback } from "../../client/index.ts";
import { rotateCallbackSecret } from "../../lib/accounts/operator/callback-secrets.ts";
import type { BatchJobView, BatchView } from "../support/batch-calls.ts";
import { startReceiver } from "../support/callback-receiver.ts";
import { filesInZip } from "../support/files-in-zip.ts";
import { assertSettled, newAccounts, startKilledPair } from "../support/killed-pair.ts";
import { textPdf } from "../support/pdf/raw.ts";
import { childrenOf, descendantsOf } from "../support/processes.ts";
import { randomFrom } from "../support/random.ts";
import { table } from "../support/table.ts";
import { until } from "../support/until.ts";

// Jobs of mixed kinds in batches and one by one, while servers and their processes are killed and the store does not answer for
// a while. JOBS=100000 KILLS=500 OUTAGES=30 takes about an hour.
const count = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const [JOB_COUNT, KILL_COUNT, OUTAGE_COUNT] = [count("JOBS", 300), count("KILLS", 8), count("OUTAGES", 1)];
const [BATCH_LIMIT, SINGLE_SHARE, SINGLE_ACCOUNTS, CLIENTS_PER_ACCOUNT] = [9000, 0.1, 4, 4];
const CREDITS = 100_000;
/** Milliseconds between two kills at most: the first come while the batches are submitted. */
const PAUSE_LIMITS_MS = { first: 600, later: 7000 };
const [FIRST_KILLS, OUTAGE_LIMIT_MS] = [3, 6500];
/** Of all kills, those of one server and of both. The others are of one of a server's processes. */
const SHARES = { one: 0.3, both: 0.1 };

const random = randomFrom(38_001);
const storeProcesses = descendantsOf(process.pid);
const pair = await startKilledPair({ PLATEN_EGRESS_ALLOW: "127.0.0.1" });
const receiver = await startReceiver();

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64");
const form = (field: string, ...files: string[]) => ({ form: { [field]: files.map((file) => ({ base64: file })) } });
const document = (text: string): string => base64(textPdf(text));

/** The request of a job, by its place. Each fiftieth has no document, so that it fails. */
const requestOf = (place: number) => {
  if (place % 50 === 49) return { operation: "/pdf/merge", ...form("files", "AAAA", "AAAA") };
  if (place % 1000 === 500) return { operation: "/convert/html-to-pdf", body: { html: `<p>${place}` } };
  if (place % 1000 === 501) return { operation: "/convert/markdown-to-pdf", body: { markdown: `# ${place}` } };
  if (place % 1000 === 502) return { operation: "/pdf/compress", ...form("file", document(`${place}`)) };
  if (place % 2 === 0) return { operation: "/convert/csv-to-pdf", ...form("file", base64(`a,b\n${place},2\n`)) };
  return { operation: "/pdf/merge", ...form("files", document(`${place} A`), document(`${place} B`)) };
};
const fails = (place: number): boolean => place % 50 === 49;

/** An account, its key, and the secret of its callbacks. */
const newCaller = async () => {
  const [{ account, key } = { account: "", key: "" }] = await newAccounts(1, CREDITS);
  return { account, key, secret: (await rotateCallbackSecret(table, account)).callbackSecret };
};
type Caller = Awaited<ReturnType<typeof newCaller>>;

const all = async <Item>(key: string, path: string, list: string): Promise<Item[]> => {
  const items: Item[] = [];
  for (let cursor = ""; ; ) {
    const page = await pair.ask<{ next?: string } & Record<string, Item[]>>(key, `${path}?limit=100${cursor}`);
    items.push(...page[list]!);
    if (page.next === undefined) return items;
    cursor = `&cursor=${page.next}`;
  }
};

/** Jobs may take as long as they take: there may be 100,000 of them. */
const POLLS_WITHOUT_LIMIT = { intervalMs: 1000, limitMs: Number.POSITIVE_INFINITY };

/** Kills one server, both, or a process of one. */
const kill = async (): Promise<void> => {
  const choice = random();
  if (choice < SHARES.both) return pair.restart(0, 1);
  if (choice < SHARES.both + SHARES.one) return pair.restart(Math.floor(random() * 2));
  const servers = childrenOf(process.pid).filter((pid) => !storeProcesses.includes(pid));
  const victims = servers.flatMap(descendantsOf);
  const victim = victims[Math.floor(random() * victims.length)];
  try {
    if (victim !== undefined) process.kill(victim, "SIGKILL");
  } catch {} // it has just ended
};

const signalStore = (signal: NodeJS.Signals): void => {
  for (const pid of storeProcesses) process.kill(pid, signal);
};

/** Stops the store for a while. */
const outage = async (): Promise<void> => {
  signalStore("SIGSTOP");
  await sleep(random() * OUTAGE_LIMIT_MS);
  signalStore("SIGCONT");
};

const disturb = async (): Promise<void> => {
  for (let kills = 1; kills <= KILL_COUNT; kills++) {
    await sleep(random() * PAUSE_LIMITS_MS[kills <= FIRST_KILLS ? "first" : "later"]);
    await kill();
    // The outages are spread evenly over the kills.
    if (Math.floor((kills * OUTAGE_COUNT) / KILL_COUNT) > Math.floor(((kills - 1) * OUTAGE_COUNT) / KILL_COUNT))
      await outage();
  }
};

/** Asserts that the end of a job or a batch is reported to its account, each time with the same id. */
const assertReported = async (id: string, type: string, { secret }: Caller): Promise<void> => {
  const messages = () => receiver.received.filter(({ headers }) => headers["webhook-id"] === `msg_${id}`);
  await until(async () => messages().length > 0, POLLS_WITHOUT_LIMIT);
  for (const { headers, body } of messages()) {
    const event = await verifyCallback(headers, body, secret, { now: Number(headers["webhook-timestamp"]) * 1000 });
    assert.deepEqual([event.type, event.data.id], [type, id]);
  }
};

const headersOf = (name: string) => ({ "Idempotency-Key": name, "X-Callback-Url": receiver.url });

/** Submits a batch, and resolves with its id. */
const submitBatch = async ({ key }: Caller, places: readonly number[]): Promise<string> => {
  const body = JSON.stringify(places.map((place) => ({ name: `job ${place}`, ...requestOf(place) })));
  const headers = { "Content-Type": "application/json", ...headersOf("tonight") };
  return (await pair.ask<BatchView>(key, "/batches", { method: "POST", headers, body })).id;
};

/** Asserts that each job of a batch ends as its document says, and is charged once. Returns how many were begun again. */
const assertBatch = async (caller: Caller, id: string, places: readonly number[]): Promise<number> => {
  const { account, key } = caller;
  await until(async () => (await pair.ask<BatchView>(key, `/batches/${id}`)).state === "ended", POLLS_WITHOUT_LIMIT);
  const batch = await pair.ask<BatchView>(key, `/batches/${id}`);
  const jobs = await all<BatchJobView>(key, `/batches/${id}/jobs`, "jobs");
  assert.deepEqual(
    jobs.map(({ index, name, state }) => [index, name, state]),
    places.map((place, index) => [index, `job ${place}`, fails(place) ? "failed" : "succeeded"]),
  );
  const used = jobs.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0);
  const failed = places.filter(fails).length;
  assert.deepEqual(batch.counts, { open: 0, succeeded: places.length - failed, failed, cancelled: 0 });
  assert.deepEqual([batch.creditsUsed, batch.creditsReserved], [used, 0]);
  await assertSettled(account, CREDITS, used);
  assert.equal((await all<BatchView>(key, "/batches", "batches")).length, 1);
  const archive = await fetch(batch.result!.url.replace(/:\d+\//, `:${pair.ports[1]}/`));
  const files = await filesInZip(Buffer.from(await archive.arrayBuffer()));
  assert.equal(files.size, places.length - failed + 1);
  // The list goes once the batch has ended; what a killed submission has stored expires by itself.
  await until(
    async () => (await readdir(join(pair.data, "uploads", "jobs", account))).length <= KILL_COUNT,
    POLLS_WITHOUT_LIMIT,
  );
  await assertReported(id, "batch.ended", caller);
  return jobs.filter(({ attempts }) => attempts > 1).length;
};

/** The request of a job by itself: a merge, or one that has no document. */
const submitJob = ({ key }: Caller, place: number): Promise<Job> => {
  const body = new FormData();
  for (const name of ["A", "B"])
    body.append("files", new Blob([fails(place) ? "none" : new Uint8Array(textPdf(name))]));
  const headers = { Prefer: "respond-async", ...headersOf(`job-${place}`) };
  return pair.ask(key, "/pdf/merge", { method: "POST", headers, body });
};

/** Submits jobs one after the other, as some clients of one account do. */
const submitJobs = async (caller: Caller, places: readonly number[]): Promise<void> => {
  const left = places.values();
  const client = async () => {
    for (const place of left) await submitJob(caller, place);
  };
  await Promise.all(Array.from({ length: CLIENTS_PER_ACCOUNT }, client));
};

/** Asserts that each job of an account has ended, is charged once if it has succeeded, and is reported. */
const assertJobs = async (caller: Caller, places: readonly number[]): Promise<number> => {
  const { account, key } = caller;
  const jobsNow = () => all<Job>(key, "/jobs", "jobs");
  await until(
    async () => (await jobsNow()).every(({ state }) => state === "succeeded" || state === "failed"),
    POLLS_WITHOUT_LIMIT,
  );
  const jobs = await jobsNow();
  const states = jobs.map(({ state, error }) => error?.code ?? state);
  const counted = (state: string) => states.filter((other) => other === state).length;
  // A job whose server was killed before its body was stored fails as unavailable. The same request again makes another one.
  const unavailable = counted("SERVICE_UNAVAILABLE");
  const [succeeded, invalid] = [counted("succeeded"), counted("UNSUPPORTED_MEDIA_TYPE")];
  assert.equal(succeeded + invalid + unavailable, jobs.length, `jobs ended otherwise: ${states.join(", ")}`);
  assert.ok(jobs.length >= places.length && invalid <= places.filter(fails).length);
  for (const { state, creditsUsed } of jobs) assert.equal(creditsUsed, state === "succeeded" ? 1 : 0);
  await assertSettled(account, CREDITS, succeeded);
  for (const { id, state } of jobs) await assertReported(id, `job.${state}`, caller);
  return jobs.filter(({ attempts }) => attempts > 1).length;
};

test("each job is done and charged once, and its end is reported with one id, whatever is killed meanwhile", async () => {
  const single = Math.round(JOB_COUNT * SINGLE_SHARE);
  const places = Array.from({ length: JOB_COUNT - single }, (_, place) => place);
  const batches = await Promise.all(
    Array.from({ length: Math.ceil(places.length / BATCH_LIMIT) }, async (_, at) => {
      const own = places.slice(at * BATCH_LIMIT, (at + 1) * BATCH_LIMIT);
      return { caller: await newCaller(), own };
    }),
  );
  const singles = await Promise.all(
    Array.from({ length: SINGLE_ACCOUNTS }, async (_, at) => ({
      caller: await newCaller(),
      own: Array.from({ length: single }, (_, place) => place).filter((place) => place % SINGLE_ACCOUNTS === at),
    })),
  );
  const disturbed = disturb();
  const [ids] = await Promise.all([
    Promise.all(batches.map(({ caller, own }) => submitBatch(caller, own))),
    ...singles.map(({ caller, own }) => submitJobs(caller, own)),
  ]);
  await disturbed;
  let begunAgain = 0;
  for (const [at, { caller, own }] of batches.entries()) begunAgain += await assertBatch(caller, ids[at]!, own);
  for (const { caller, own } of singles) begunAgain += await assertJobs(caller, own);
  console.log(
    `${begunAgain} of ${JOB_COUNT} jobs were begun again after ${KILL_COUNT} kills and ${OUTAGE_COUNT} outages; ${receiver.received.length} callbacks came`,
  );
});
