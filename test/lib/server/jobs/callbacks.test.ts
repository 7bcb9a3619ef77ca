import "../../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createClient, type Job, verifyCallback } from "../../../../client/index.ts";
import { startReceiver } from "../../../support/callback-receiver.ts";
import { form } from "../../../support/form.ts";
import { ask, endOf } from "../../../support/job-calls.ts";
import { failure, newAccount, newCalledBack, post, url } from "../../../support/platen.ts";
import { until } from "../../../support/until.ts";

const csv = (text = "a,b\n1,2\n") => form({ file: Buffer.from(text) });
const PATH = "/convert/csv-to-pdf";
const LATER = { Prefer: "respond-async" };
const PUBLIC = "https://93.184.216.34/hook";

const submit = async (headers: { key: string } & Record<string, string>): Promise<Job> => {
  const reply = await post(PATH, csv(), { ...LATER, ...headers });
  assert.equal(reply.status, 202, await reply.clone().text());
  return (await reply.json()) as Job;
};

const jobOf = async (id: string, key: string) => (await (await ask(`/jobs/${id}`, key)).json()) as Job;

suite("a job that calls back", () => {
  test("reports its end as GET does, signed, without delay", async () => {
    const receiver = await startReceiver();
    const { key, secret } = await newCalledBack();
    const address = `${receiver.url}?own=secret`;
    const job = await submit({ key, "X-Callback-Url": address });
    assert.deepEqual(job.callback, { url: address, state: "waiting", attempts: [] });
    await until(() => receiver.received.length > 0);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const { type, data } = await verifyCallback(headers, body, secret);
    await until(async () => (await jobOf(job.id, key)).callback?.state === "delivered");
    const { callback, ...told } = await jobOf(job.id, key);
    assert.deepEqual([type, data], ["job.succeeded", told]);
    assert.equal((await fetch(data.result!.url)).status, 200);
    assert.deepEqual([callback?.url, callback?.attempts.map(({ status }) => status)], [address, [200]]);
    assert.equal(callback?.nextAttemptAt, undefined);
    const { jobs } = (await (await ask("/jobs", key)).json()) as { jobs: Job[] };
    assert.deepEqual(jobs[0]?.callback, callback);
  });

  test("reports a failure, and is tried again if nobody accepts it", async () => {
    const receiver = await startReceiver((count) => ({ status: count === 1 ? 500 : 200 }));
    const { key, secret } = await newCalledBack();
    const body = { html: "<p></p>", options: { waitForSelector: "#none", waitTimeout: 1 } };
    const reply = await post("/convert/html-to-pdf", body, { ...LATER, key, "X-Callback-Url": receiver.url });
    const { id } = (await reply.json()) as Job;
    await until(async () => (await jobOf(id, key)).callback?.state === "delivered");
    const { attempts } = (await jobOf(id, key)).callback!;
    assert.deepEqual(
      attempts.map(({ status }) => status),
      [500, 200],
    );
    for (const message of receiver.received)
      assert.equal((await verifyCallback(message.headers, message.body, secret)).type, "job.failed");
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
  });

  test("is sent again if its account asks for it; nobody else can ask for that", async () => {
    const receiver = await startReceiver();
    const [{ key, secret }, other] = [await newCalledBack(), await newCalledBack()];
    const client = createClient({ url, key });
    const { id } = await client.convertHtmlToPdf.submit({ html: "<p>x" }, { callbackUrl: receiver.url });
    await until(async () => (await jobOf(id, key)).callback?.state === "delivered");
    assert.equal((await client.jobs.sendCallback(id)).callback?.state, "waiting");
    await until(() => receiver.received.length === 2);
    const { headers, body } = receiver.received[1]!;
    assert.equal((await client.jobs.verifyCallback(headers, body, secret)).data.id, id);
    assert.equal((await failure(ask(`/jobs/${id}/callback`, other.key, "POST"))).status, 404);
    const quiet = await submit({ key });
    await endOf(quiet.id, key);
    assert.equal((await failure(ask(`/jobs/${quiet.id}/callback`, key, "POST"))).status, 404);
    const get = await ask(`/jobs/${id}/callback`, key);
    assert.deepEqual([get.status, get.headers.get("allow")], [405, "POST"]);
    const endless = { html: "<p>", options: { waitForExpression: "window.isNever" } };
    const running = await client.convertHtmlToPdf.submit(endless, { callbackUrl: receiver.url });
    const early = await failure(ask(`/jobs/${running.id}/callback`, key, "POST"));
    assert.deepEqual([early.status, /has not ended/.test(early.message)], [400, true]);
    await client.jobs.cancel(running.id);
    await until(() => receiver.received.length === 3);
    assert.equal(JSON.parse(receiver.received[2]!.body).type, "job.cancelled");
  });

  test("is another job than one whose end is reported elsewhere", async () => {
    const { key } = await newCalledBack();
    const named = { key, ...LATER, "Idempotency-Key": "tonight", "X-Callback-Url": PUBLIC };
    const first = await submit(named);
    assert.equal((await submit(named)).id, first.id);
    for (const elsewhere of [`${PUBLIC}/other`, undefined]) {
      const { "X-Callback-Url": _, ...rest } = named;
      const headers = elsewhere === undefined ? rest : { ...rest, "X-Callback-Url": elsewhere };
      assert.equal((await failure(post(PATH, csv(), headers))).status, 422);
    }
  });
});

suite("X-Callback-Url is refused", () => {
  const refusal = async (address: string, headers: Record<string, string> = LATER, path = PATH) => {
    const { key } = await newCalledBack();
    const body = path === PATH ? csv() : { contentType: "application/json", contentLength: 10 };
    return failure(post(path, body, { key, ...headers, "X-Callback-Url": address }));
  };

  test("unless the request is answered later", async () => {
    for (const headers of [{}, { Prefer: "dry-run" }]) {
      const { status, message } = await refusal(PUBLIC, headers);
      assert.equal(status, 400);
      assert.match(message, /^X-Callback-Url .*Prefer: respond-async/);
    }
    assert.match((await refusal(PUBLIC, LATER, "/uploads")).message, /^X-Callback-Url /);
  });

  test("if it is none, has a password, is too long or leads to a private place", async () => {
    for (const address of [
      "",
      "hook",
      "ftp://example.com/",
      `${PUBLIC}, ${PUBLIC}`,
      "https://user:password@93.184.216.34/",
      "https://93.184.216.34:25/",
      `${PUBLIC}?${"x".repeat(2048)}`,
      "http://10.0.0.5/",
      "http://[::1]/",
      "http://169.254.169.254/latest/",
      "http://[64:ff9b::a00:5]/",
      `http://127.0.0.1:${new URL(url).port}/`,
    ]) {
      const { status, message } = await refusal(address);
      assert.equal(status, 400, address);
      assert.match(message, /^X-Callback-Url /, address);
      assert.ok(!message.includes("password@"), message);
    }
  });

  test("of an account without a secret", async () => {
    const { key } = await newAccount();
    const { status, message } = await failure(post(PATH, csv(), { ...LATER, key, "X-Callback-Url": PUBLIC }));
    assert.deepEqual([status, /^X-Callback-Url .*create-callback-secret/.test(message)], [400, true]);
  });

  test("in a dry run too; a right one passes it and makes no job", async () => {
    const dry = { Prefer: "dry-run, respond-async" };
    assert.equal((await refusal("http://10.0.0.5/", dry)).status, 400);
    const { key } = await newCalledBack();
    assert.equal((await post(PATH, csv(), { key, ...dry, "X-Callback-Url": PUBLIC })).status, 200);
    assert.deepEqual(await (await ask("/jobs", key)).json(), { jobs: [] });
  });
});
