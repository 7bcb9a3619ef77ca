import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { rotateCallbackSecret } from "../../../lib/accounts/operator/callback-secrets.ts";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { readBatch } from "../../../lib/jobs/batches/find.ts";
import type { BatchView } from "../../support/batch-calls.ts";
import { startReceiver } from "../../support/callback-receiver.ts";
import { endLease } from "../../support/end-lease.ts";
import { filesInZip } from "../../support/files-in-zip.ts";
import { RECEIVER_HOST } from "../../support/lambda/function.ts";
import {
  callsBeyondRoles,
  deployed,
  queueOf,
  untestedJobs as refused,
  s3,
  work,
} from "../../support/lambda/job-functions.ts";
import { type Deployed, newKey } from "../../support/lambda/stage.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { table } from "../../support/table.ts";
import { until } from "../../support/until.ts";

const NOTHING = { batchItemFailures: [] };
const SCHEDULE = { source: "aws.events" };
const CALLBACKS_MS = 100_000;
const PDF = { base64: Buffer.from(textPdf("One")).toString("base64") };
const BROKEN = { base64: "AAAA" };
const csv = { operation: "/convert/csv-to-pdf", form: { file: { base64: Buffer.from("a,b\n").toString("base64") } } };
const page = { operation: "/convert/html-to-pdf", body: { html: "<p>hello</p>" } };
const merge = (name: string, file = PDF) => ({ operation: "/pdf/merge", name, form: { files: [file, PDF] } });

/** The functions of batches and of jobs, with queues of their own. */
const stage = async (name: string) => {
  const receiver = await startReceiver();
  const [browser, office, other] = [await queueOf(`${name}-b`), await queueOf(`${name}-f`), await queueOf(`${name}-o`)];
  const around = { callbacks: await queueOf(`${name}-callbacks`), receiver: receiver.port };
  const queues = [browser, office, other];
  const functions: Deployed[] = [];
  const start = async (...what: Parameters<typeof deployed>) => {
    const one = await deployed(...what);
    functions.push(one);
    return one;
  };
  const batches = await start("/batches", queues, around);
  const keeper = await start("/job-keeper", queues, around);
  const { account, key } = await newKey(1000);
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body: string | null = null) =>
    batches.answer({
      httpMethod: method,
      path,
      headers: { Host: "api.example", "X-API-Key": key, ...headers },
      body: body === null ? null : Buffer.from(body).toString("base64"),
      isBase64Encoded: body !== null,
      requestContext: { path: `/dev${path}` },
    });
  const viewOf = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString()) as BatchView;
  return {
    ...{ receiver, browser, other, around, batches, keeper, account, ask, start },
    submit: async (requests: readonly object[], headers: Record<string, string> = {}) => {
      const list = requests.map((request) => JSON.stringify(request)).join("\n");
      const answer = await ask("POST", "/v1/batches", { "Content-Type": "application/x-ndjson", ...headers }, list);
      assert.equal(answer.statusCode, 202, answer.body.toString() + batches.log());
      return viewOf(answer);
    },
    now: async (id: string) => viewOf(await ask("GET", `/v1/batches/${id}`)),
    cancel: async (id: string) => viewOf(await ask("DELETE", `/v1/batches/${id}`)),
    credits: async () => {
      const { used, reserved } = await usageOf(table, account);
      return [used, reserved];
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of functions) await one.stop();
    },
  };
};

suite("batches of packaged functions", { skip: refused, concurrency: false }, () => {
  test("are done by the workers of their requests, charged once, reported once, and sent as one archive", async () => {
    await using steps = await stage("mixed");
    const { receiver, browser, other, around, keeper, account, ask, start } = steps;
    const pages = await start("/workers/browser", browser, around);
    const others = await start("/workers/other", other, around);
    const callbacks = await start("/callbacks", undefined, around);
    await rotateCallbackSecret(table, account, Date.now());
    const hook = { "X-Callback-Url": `http://${RECEIVER_HOST}/hook`, "Idempotency-Key": "tonight" };
    const requests = [merge("first"), page, csv, merge("wrong", BROKEN)];
    const { id } = await steps.submit(requests, hook);
    assert.equal((await steps.submit(requests, hook)).id, id);
    assert.deepEqual(await steps.credits(), [0, 5]);
    for (const [worker, queue, count] of [[pages, browser, 1] as const, [others, other, 3] as const]) {
      const event = await queue.receive(count);
      for (const message of event.Records)
        assert.deepEqual(await work(worker, { Records: [message] }), NOTHING, worker.log().slice(-2000));
      // A second delivery does nothing.
      assert.deepEqual(await work(worker, event), NOTHING);
      await queue.settle(event, NOTHING);
    }
    const { state, counts, creditsUsed, result } = await steps.now(id);
    assert.deepEqual([state, counts], ["ended", { open: 0, succeeded: 3, failed: 1, cancelled: 0 }]);
    assert.deepEqual([creditsUsed, ...(await steps.credits())], [3, 3, 0]);
    assert.deepEqual(await callbacks.call(SCHEDULE, CALLBACKS_MS), { sent: 1 }, callbacks.log().slice(-2000));
    assert.deepEqual(await callbacks.call(SCHEDULE, CALLBACKS_MS), { sent: 0 });
    const told = JSON.parse(receiver.received[0]!.body) as { readonly type: string; readonly data: BatchView };
    assert.deepEqual([told.type, told.data.id, told.data.result?.url], ["batch.ended", id, result!.url]);
    const again = await ask("POST", `/v1/batches/${id}/callback`);
    assert.equal(again.statusCode, 202, again.body.toString());
    assert.deepEqual(await callbacks.call(SCHEDULE, CALLBACKS_MS), { sent: 1 });
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    assert.deepEqual(ids, [`msg_${id}`, `msg_${id}`]);
    const archive = await ask("GET", new URL(result!.url).pathname.replace("/dev", ""));
    assert.equal(archive.headers["Content-Type"], "application/zip");
    const files = await filesInZip(archive.body);
    assert.deepEqual([...files.keys()], ["0001-first.pdf", "0002-html.pdf", "0003-csv.pdf", "index.json"]);
    assert.match(files.get("0002-html.pdf")!.toString("latin1", 0, 8), /^%PDF-1/);
    await keeper.call(SCHEDULE);
    const kept = [...s3.objects.keys()].filter((path) => path.includes(account));
    assert.equal(kept.filter((path) => !path.includes("/results/")).length, 0, "the list is removed");
  });

  test("go on when the function has ended amid a list, and are cancelled", async () => {
    await using steps = await stage("killed");
    const { batches, keeper, other, around, account, start } = steps;
    const others = await start("/workers/other", other, around);
    const count = 500;
    const { id } = await steps.submit(Array.from({ length: count }, () => csv));
    const submitted = async () => (await readBatch(table, account, id))!.submitted;
    await until(async () => (await submitted()) > 0, { intervalMs: 5 });
    await batches.reset();
    const before = await submitted();
    assert.ok(before < count, `${before} of ${count}`);
    await endLease({ account, id }, "BATCHES");
    const goOn = async () => {
      await keeper.call(SCHEDULE);
      return (await submitted()) === count;
    };
    await until(goOn, { intervalMs: 5000 });
    assert.deepEqual(await steps.credits(), [0, count]);
    const event = await other.receive(10);
    for (const message of event.Records.slice(0, 3))
      assert.deepEqual(await work(others, { Records: [message] }), NOTHING, others.log().slice(-2000));
    assert.equal((await steps.cancel(id)).state, "cancelling");
    const isEnded = async () => {
      await keeper.call(SCHEDULE);
      return (await steps.now(id)).state === "ended";
    };
    await until(isEnded, { intervalMs: 2000 });
    const { counts } = await steps.now(id);
    assert.deepEqual(counts, { open: 0, succeeded: 3, failed: 0, cancelled: count - 3 });
    assert.deepEqual(await steps.credits(), [3, 0]);
    // The messages of jobs that were cancelled are done with.
    assert.deepEqual(await work(others, { Records: event.Records.slice(3) }), NOTHING);
    assert.deepEqual(await steps.credits(), [3, 0]);
  });

  test("make only calls to the table that their roles allow", () => {
    assert.deepEqual(callsBeyondRoles(), []);
  });
});
