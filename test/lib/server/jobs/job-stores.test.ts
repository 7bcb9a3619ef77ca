import "../../../support/own-service.ts";
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { hashKey, keyIdOf } from "../../../../lib/accounts/key-format.ts";
import { findJob } from "../../../../lib/jobs/find.ts";
import { type JobRequest, newJobId } from "../../../../lib/jobs/job.ts";
import { submitJob } from "../../../../lib/jobs/submit.ts";
import { runJob } from "../../../../lib/server/jobs/run-job.ts";
import { BUILT_IN_PLANS, standardPlan } from "../../../../lib/settings/plan.ts";
import { hasRoomForResults, putJobBody, putResult } from "../../../../lib/stored-bodies/job-bodies.ts";
import { newReference } from "../../../../lib/stored-bodies/reference.ts";
import { endpoints } from "../../../support/endpoints.ts";
import { form } from "../../../support/form.ts";
import { ask, endOf, type JobView } from "../../../support/job-calls.ts";
import { failure, folder, newAccount, post, table, usage } from "../../../support/platen.ts";
import { until } from "../../../support/until.ts";

const PATH = "/convert/csv-to-pdf";
const csv = () => form({ file: Buffer.from("a,b\n1,2\n") });
const LATER = { Prefer: "respond-async" };
const endpoint = endpoints.find(({ contract }) => contract.path === PATH)!;

const credits = async (account: string) => {
  const { credits: left, used, reserved } = await usage(account);
  return { left, used, reserved };
};

/** Makes the folder of an account's bodies of a kind impossible, and returns the path. */
const block = async (kind: string, account: string): Promise<string> => {
  await mkdir(join(folder, "uploads", kind), { recursive: true });
  const path = join(folder, "uploads", kind, account);
  await writeFile(path, "");
  return path;
};

/** A job that is in no queue, submitted some ms ago. */
const jobOf = ({ account, key }: { account: string; key: string }, age: number): JobRequest => ({
  caller: { account, keyId: keyIdOf(hashKey(key)), last4: key.slice(-4) },
  id: newJobId(Date.now() - age),
  operation: PATH,
  credits: 1,
  createdAt: Date.now() - age,
  plan: "standard",
  body: { reference: newReference(Date.now()), type: "application/json", bytes: 2 },
});

const attempt = (request: JobRequest, attempts: number) =>
  runJob(
    endpoint,
    { request, end: undefined, endedBy: undefined },
    { account: request.caller.account, id: request.id, attempts, runner: "test", startedAt: Date.now() },
    { signal: new AbortController().signal },
  );

suite("a job whose store is full", () => {
  test("is refused if its body cannot be stored; then nothing is charged, and its key is free", async () => {
    const { account, key } = await newAccount();
    const blocked = await block("jobs", account);
    const named = { key, ...LATER, "Idempotency-Key": "one" };
    const { status, code } = await failure(post(PATH, csv(), named));
    assert.deepEqual([status, code], [503, "SERVICE_UNAVAILABLE"]);
    assert.deepEqual(await credits(account), { left: 100, used: 0, reserved: 0 });
    const { jobs } = (await (await ask("/jobs", key)).json()) as { jobs: JobView[] };
    assert.deepEqual(
      jobs.map(({ state, error }) => [state, error?.reason]),
      [["failed", "store-unreachable"]],
    );
    await rm(blocked);
    const again = await post(PATH, csv(), named);
    assert.equal(again.status, 202);
    assert.equal((await endOf(((await again.json()) as JobView).id, key)).state, "succeeded");
  });

  test("is done three times if its result cannot be stored, and then fails", async () => {
    const account = await newAccount();
    const job = jobOf(account, 0);
    const body = new FormData();
    body.append("file", new Blob(["a,b\n1,2\n"]), "a.csv");
    const sent = new Response(body);
    const type = sent.headers.get("content-type")!;
    await putJobBody(account.account, job.body.reference, Buffer.from(await sent.arrayBuffer()));
    const sentJob = { ...job, body: { ...job.body, type } };
    await block("results", account.account);
    assert.deepEqual(await attempt(sentJob, 1), { again: { counts: true, delayMs: 2000 } });
    assert.deepEqual(await attempt(sentJob, 2), { again: { counts: true, delayMs: 15_000 } });
    const last = await attempt(sentJob, 3);
    assert.ok("end" in last && last.end.state === "failed");
    assert.deepEqual([last.end.error?.code, last.end.error?.reason], ["SERVICE_UNAVAILABLE", "store-unreachable"]);
  });

  test("is not taken while the account's results leave no room; those that have expired are not counted", async () => {
    const { account } = await newAccount();
    const now = Date.now();
    await putResult(account, newReference(now - 90_000_000), 70, async function* () {
      yield Buffer.alloc(70);
    });
    const fresh = async (size: number) =>
      putResult(account, newReference(now), size, async function* () {
        yield Buffer.alloc(size);
      });
    assert.equal(await hasRoomForResults(account, 60, now), true);
    await fresh(100);
    assert.equal(await hasRoomForResults(account, 60, now), false);
    await fresh(100);
    assert.equal(await hasRoomForResults(account, 1000, now), true);
  });
});

suite("a job whose body does not come", () => {
  test("is looked for at first, without an attempt counted", async () => {
    const job = jobOf(await newAccount(), 1000);
    assert.deepEqual(await attempt(job, 1), { again: { counts: false, delayMs: 1000 } });
  });

  test("because its submission got no answer fails, and costs nothing", async () => {
    const account = await newAccount();
    const job = jobOf(account, 200_000);
    const submission = await submitJob(table, job, { plan: standardPlan(BUILT_IN_PLANS) }, Date.now());
    assert.equal(submission.outcome, "submitted");
    await until(async () => (await findJob(table, account.account, job.id, Date.now()))?.end !== undefined);
    const { end } = (await findJob(table, account.account, job.id, Date.now()))!;
    assert.deepEqual([end?.state, end?.error?.reason], ["failed", "store-unreachable"]);
    assert.deepEqual(await credits(account.account), { left: 100, used: 0, reserved: 0 });
  });
});

suite("requests beside jobs", () => {
  test("of the same account are answered while its jobs take long", async () => {
    const { key } = await newAccount();
    const page = {
      html: "<p>slow</p><script>window.ready = false; for (const end = Date.now() + 700; Date.now() < end; );</script>",
      options: { waitForExpression: "ready" },
    };
    const jobs: JobView[] = [];
    for (let count = 0; count < 4; count++)
      jobs.push((await (await post("/convert/html-to-pdf", page, { key, ...LATER })).json()) as JobView);
    const reply = await post(PATH, csv(), { key });
    assert.equal(reply.status, 200, await reply.clone().text());
    for (const { id } of jobs) await ask(`/jobs/${id}`, key, "DELETE");
  });

  test("may have content types of any length as jobs", async () => {
    const { key } = await newAccount();
    const type = `application/json; note="${"x".repeat(4000)}"`;
    const reply = await post("/convert/html-to-pdf", { html: "<p>a" }, { key, ...LATER, "Content-Type": type });
    assert.equal(reply.status, 202, await reply.clone().text());
    assert.equal((await endOf(((await reply.json()) as JobView).id, key)).state, "succeeded");
  });
});
