import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { BatchView } from "../../support/batch-calls.ts";
import { filesInZip } from "../../support/files-in-zip.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { s3 } from "../../support/s3-settings.ts";
import { sqs } from "../../support/sqs-settings.ts";

const [browser, office, other] = ["browser", "office", "other"].map(sqs.queue) as [string, string, string];
const queues = [browser, office, other];
process.env["PLATEN_JOB_QUEUES"] = queues.join();

// Behind the settings, which are read when the service is imported.
const { keepJobs } = await import("../../../lib/lambda/job-keeper.ts");
const { resourceHandler } = await import("../../../lib/lambda/resource-handler.ts");
const { sweepJobs } = await import("../../../lib/lambda/sweep.ts");
const { workOnBatches } = await import("../../../lib/lambda/work-on-batches.ts");
const { batchResources } = await import("../../../lib/server/batches/batch-resources.ts");
const { setBodyStore } = await import("../../../lib/stored-bodies/body-store.ts");
const { S3Bodies } = await import("../../../lib/stored-bodies/s3.ts");
const { handler } = await import("../../../functions/batches.ts");
const { handler: worker } = await import("../../../functions/workers/other.ts");
const { usageOf } = await import("../../../lib/accounts/operator/credits.ts");
const { table } = await import("../../support/table.ts");
const { clock, newAccount } = await import("../../support/trial.ts");
clock.now = Date.now();
setBodyStore(new S3Bodies("uploads-bucket"));

const withTime = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });

/** Calls the function as API Gateway does. */
const call = async (method: string, path: string, key?: string, list?: { type: string; body: string }) => {
  const event = {
    httpMethod: method,
    path,
    headers: { Host: "abc.example", ...(key && { "X-API-Key": key }), ...(list && { "Content-Type": list.type }) },
    body: list ? Buffer.from(list.body).toString("base64") : null,
    isBase64Encoded: list !== undefined,
    requestContext: { path: `/prod${path}` },
  };
  return handler(event, withTime(100_000) as never);
};
const viewOf = ({ body }: { readonly body: unknown }) => JSON.parse(body as string) as BatchView;

const PDF = { base64: Buffer.from(textPdf("One")).toString("base64") };
const merge = (name: string, file = PDF) => ({ operation: "/pdf/merge", name, form: { files: [file, PDF] } });
const csv = { operation: "/convert/csv-to-pdf", form: { file: { base64: Buffer.from("a,b\n").toString("base64") } } };
const html = { operation: "/convert/html-to-pdf", body: { html: "<p>hello</p>" } };

const submit = async (key: string, requests: readonly object[]): Promise<BatchView> => {
  const body = requests.map((request) => JSON.stringify(request)).join("\n");
  const answer = await call("POST", "/v1/batches", key, { type: "application/x-ndjson", body });
  assert.equal(answer.statusCode, 202, answer.body as string);
  return viewOf(answer);
};
const batchNow = async (id: string, key: string) => viewOf(await call("GET", `/v1/batches/${id}`, key));

/** A call of the function that looks after jobs. */
const keep = () => keepJobs({ source: "aws.events" }, withTime(50_000));
const work = () => sqs.deliver(other, (event) => worker(event, withTime(900_000)));
const lose = (queue: string) =>
  sqs.settle(queue, sqs.receive(queue, Number.POSITIVE_INFINITY), { batchItemFailures: [] });
const creditsOf = async (account: string) => {
  const { used, reserved } = await usageOf(table, account);
  return [used, reserved];
};

/** Works on batches as a function that ends after some looks at its clock. */
const workFor = (looks: number) => {
  let left = looks;
  return workOnBatches({ table: table, queues, isOver: () => left-- <= 0 });
};

suite("batches on AWS", { concurrency: false }, () => {
  test("become jobs whose messages come to the queues of their workers, and one archive in the end", async () => {
    const { account, key } = await newAccount(200);
    const { id, requests } = await submit(key, [merge("first"), csv, merge("wrong", { base64: "AAAA" }), html]);
    assert.equal(requests, 4);
    await keep();
    assert.deepEqual(
      queues.map((queue) => sqs.messages(queue).map(({ group }) => group)),
      [[account], [], [account, account, account]],
    );
    assert.deepEqual(await work(), []);
    lose(browser);
    const running = await batchNow(id, key);
    assert.deepEqual([running.state, running.counts.open, running.result], ["running", 1, undefined]);
    const [page] = JSON.parse((await call("GET", `/v1/batches/${id}/jobs`, key)).body as string).jobs.slice(-1);
    assert.equal(page.operation, html.operation);
    assert.deepEqual(viewOf(await call("DELETE", `/v1/batches/${id}`, key)).state, "cancelling");
    await keep();
    await keep();
    const ended = await batchNow(id, key);
    assert.deepEqual(ended.counts, { open: 0, succeeded: 2, failed: 1, cancelled: 1 });
    assert.deepEqual([ended.state, ended.creditsUsed, await creditsOf(account)], ["ended", 2, [2, 0]]);
    const stored = [...s3.objects.keys()].filter((path) => path.includes(account));
    assert.ok(
      stored.every((path) => path.includes("/results/")),
      "the list is removed",
    );
    const archive = await call("GET", new URL(ended.result!.url).pathname.replace("/prod", ""));
    assert.equal(archive.statusCode, 200);
    const { stream } = archive.body as { readonly stream: NodeJS.ReadableStream & AsyncIterable<Buffer> };
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const zip = Buffer.concat(chunks);
    const files = await filesInZip(zip);
    assert.deepEqual([...files.keys()], ["0001-first.pdf", "0002-csv.pdf", "index.json"]);
    const states = (JSON.parse(files.get("index.json")!.toString()) as { state: string }[]).map(({ state }) => state);
    assert.deepEqual(states, ["succeeded", "succeeded", "failed", "cancelled"]);
    const within = async (bytes: number) => {
      const path = new URL(ended.result!.url).pathname.replace("/prod", "");
      const answer = resourceHandler(batchResources([], bytes));
      return answer({ httpMethod: "GET", path, headers: {}, body: null });
    };
    assert.equal((await within(zip.length)).statusCode, 200);
    const refused = await within(zip.length - 1);
    assert.deepEqual([refused.statusCode, JSON.parse(refused.body as string).error.reason], [500, "result-too-large"]);
  });

  test("go on where a function has ended, and no job is submitted or charged twice", async () => {
    const { account, key } = await newAccount(200);
    const { id } = await submit(
      key,
      Array.from({ length: 60 }, () => csv),
    );
    await workFor(2); // one look before the turn, one before the first transaction
    const begun = sqs.messages(other).length;
    assert.ok(begun > 0 && begun < 60, String(begun));
    await keep();
    const ids = sqs.messages(other).map(({ body }) => JSON.parse(body).id);
    assert.deepEqual([ids.length, new Set(ids).size], [60, 60]);
    assert.deepEqual(await work(), []);
    const { state, counts } = await batchNow(id, key);
    assert.deepEqual([state, counts.succeeded, await creditsOf(account)], ["ended", 60, [60, 0]]);
    await keep();
  });

  test("have the messages that SQS refused sent by the sweep", async () => {
    const { account, key } = await newAccount(200);
    const { id } = await submit(key, [csv, csv]);
    sqs.trouble.status = 400;
    sqs.trouble.times = 1;
    await keep();
    assert.deepEqual(sqs.messages(other), []);
    const sweep = { table: table, queues, now: Date.now() + 180_000, isOver: () => false };
    assert.equal((await sweepJobs(sweep)).messagesSent, 2);
    assert.deepEqual(await work(), []);
    assert.deepEqual([(await batchNow(id, key)).state, await creditsOf(account)], ["ended", [2, 0]]);
  });

  test("are left to their own stage", async () => {
    const { key } = await newAccount(200);
    const { id } = await submit(key, [csv]);
    const elsewhere = { table: table, queues: [sqs.queue("of another stage")], isOver: () => false };
    assert.equal(await workOnBatches(elsewhere), 0);
    assert.equal((await batchNow(id, key)).counts.open, 1);
    await keep();
    assert.deepEqual(await work(), []);
    await keep();
  });

  test("refuse a wrong list, and what is no address of theirs", async () => {
    const { key } = await newAccount(200);
    const wrong = await call("POST", "/v1/batches", key, { type: "application/json", body: '[{"operation":"/x"}]' });
    assert.equal(wrong.statusCode, 400);
    assert.match(JSON.parse(wrong.body as string).error.message, /^requests\[0\]\.operation \(line 1\) /);
    assert.equal((await call("POST", "/v1/batches", key)).statusCode, 415);
    const list = JSON.parse((await call("GET", "/v1/batches", key)).body as string);
    assert.deepEqual(list.batches, []);
    for (const path of ["/v1/batches/x", "/v1/batches/x/jobs", "/v1/archives/x", "/v1/batches/x/y"])
      assert.equal((await call("GET", path, key)).statusCode, 404, path);
  });
});
