import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { after, suite, test } from "node:test";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { handler as browser } from "../../../functions/workers/browser.ts";
import { handler as office } from "../../../functions/workers/office.ts";
import { handler as other } from "../../../functions/workers/other.ts";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { readEntry } from "../../../lib/jobs/entry.ts";
import { motoRefused, startMoto } from "../../support/aws/moto.ts";
import { type MotoQueue, makeQueue } from "../../support/aws/moto-queue.ts";
import type { JobView } from "../../support/job-calls.ts";
import { S3_HOST, SQS_HOST } from "../../support/lambda/function.ts";
import { unzippedParts } from "../../support/lambda/packaged.ts";
import { recordTable } from "../../support/lambda/recorded-table.ts";
import { allows, type TableStatement } from "../../support/lambda/rights.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { bytesOf, type Sample, sampleOf } from "../../support/lambda/sample.ts";
import { type Deployed, deploy } from "../../support/lambda/stage.ts";
import { functionOf, resourcesOf } from "../../support/lambda/template.ts";
import { startS3 } from "../../support/s3.ts";
import { endpointUrl, table } from "../../support/table.ts";
import { until } from "../../support/until.ts";

const refused = lambdaRootRefused() ?? motoRefused();
if (refused !== undefined) console.warn(`NOT TESTED: jobs of packaged functions, with moto's SQS: ${refused}`);

const parts = unzippedParts();
const s3 = await startS3();
const moto = refused === undefined ? await startMoto() : undefined;
after(() => {
  moto?.stop();
  parts.remove();
  s3.close();
});

const records = new Map<string, Awaited<ReturnType<typeof recordTable>>>();
after(() => {
  for (const { close } of records.values()) close();
});

/** The calls of a function to the table, in all tests. */
const recordOf = async (path: string) => {
  const record = records.get(path) ?? (await recordTable(endpointUrl));
  records.set(path, record);
  return record;
};

/** A packaged function with the S3 of this test, and with moto's SQS, of which it has one queue. */
const deployed = async (path: string, queue?: MotoQueue): Promise<Deployed> =>
  deploy(
    parts.packaged(path),
    queue === undefined ? {} : { PLATEN_JOB_QUEUES: `http://${SQS_HOST}/123456789012/${queue.name}` },
    s3,
    { sqs: Number(new URL(moto!.settings.AWS_ENDPOINT_URL).port), store: (await recordOf(path)).endpoint },
  );
const queueOf = (name: string) => makeQueue(moto!.settings.AWS_ENDPOINT_URL, name);

const work = async (worker: Deployed, event: SQSEvent) => (await worker.call(event)) as SQSBatchResponse;

/** Submits a request to a function as a job. */
const submit = async (lambda: Deployed, { type, body }: Sample, named: Record<string, string> = {}) => {
  const headers = { "X-API-Key": lambda.key, "Content-Type": type, Prefer: "respond-async", ...named };
  const answer = await lambda.invoke(headers, body);
  assert.equal(answer.statusCode, 202, answer.body.toString() + lambda.log());
  return JSON.parse(answer.body.toString()) as JobView;
};

/** Asks the function of jobs something. */
const ask = async (jobs: Deployed, method: string, path: string, key?: string) => {
  const event = { httpMethod: method, path, body: null, requestContext: { path: `/dev${path}` } };
  const headers = { Host: "api.example", ...(key && { "X-API-Key": key }) };
  return (await jobs.call({ ...event, headers })) as {
    readonly statusCode: number;
    readonly headers: Record<string, string>;
    readonly body: string;
  };
};

/** The bytes at an address of S3, from the S3 of this test. */
const fetched = async (location: string): Promise<Buffer> => {
  const { host, pathname, search } = new URL(location);
  assert.equal(host, S3_HOST);
  const sent = request({ port: new URL(s3.endpoint).port, path: pathname + search, headers: { Host: host } }).end();
  const [reply] = await once(sent, "response");
  assert.equal(reply.statusCode, 200);
  return buffer(reply);
};

const jobOf = async (jobs: Deployed, { id }: JobView, key: string): Promise<JobView> =>
  JSON.parse((await ask(jobs, "GET", `/v1/jobs/${id}`, key)).body) as JobView;

interface Role {
  readonly Policies: readonly { readonly PolicyDocument: { readonly Statement: readonly TableStatement[] } }[];
}

/** What the role of a function allows. */
const rightsOf = (path: string): readonly TableStatement[] => {
  const role = resourcesOf<Role>("IAM::Role").find(({ id }) => id === functionOf(path).Role["Fn::GetAtt"][0])!;
  return role.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
};

const WORKERS = [
  ["browser", browser.operations],
  ["office", office.operations],
  ["other", other.operations],
] as const;

suite("jobs of packaged functions", { skip: refused, concurrency: false }, () => {
  for (const [name, operations] of WORKERS) {
    test(`give by ${name} the bytes of requests that are answered at once, each charged once`, async () => {
      const queue = await queueOf(name);
      await using worker = await deployed(`/workers/${name}`, queue);
      await using jobs = await deployed("/jobs");
      for (const path of operations) {
        await using lambda = await deployed(path, queue);
        const sample = await sampleOf(path);
        const atOnce = await lambda.post(sample);
        const job = await submit(lambda, sample);
        const event = await queue.receive(1);
        assert.equal(event.Records[0]!.attributes.MessageGroupId, lambda.account);
        const answer = await work(worker, event);
        assert.deepEqual(answer, { batchItemFailures: [] }, path + worker.log().slice(-2000));
        await queue.settle(event, answer);
        const done = await jobOf(jobs, job, lambda.key);
        assert.deepEqual([done.state, done.attempts], ["succeeded", 1], path + JSON.stringify(done));
        const led = await ask(jobs, "GET", new URL(done.result!.url).pathname.replace("/dev", ""));
        assert.equal(led.statusCode, 303);
        assert.ok(atOnce.body.equals(await fetched(led.headers["Location"]!)), path);
        const price = Number(atOnce.headers["X-Credits-Used"]);
        const { used, reserved } = await usageOf(table, lambda.account);
        assert.deepEqual([done.creditsUsed, used, reserved], [price, 2 * price, 0], path);
      }
      assert.deepEqual(await queue.count(), [0, 0]);
    });
  }

  test("are done once by two functions that get the same message, and go on after one was killed", async () => {
    const queue = await queueOf("killed");
    await using lambda = await deployed("/convert/html-to-pdf", queue);
    await using first = await deployed("/workers/browser", queue);
    await using second = await deployed("/workers/browser", queue);
    await using keeper = await deployed("/job-keeper", queue);
    const page = "<p>slow</p><script>window.ready = false; setTimeout(() => { window.ready = true; }, 3000);</script>";
    const sample = await bytesOf({ html: page, options: { waitForExpression: "ready" } });
    const credits = async () => (await usageOf(table, lambda.account)).used;

    await submit(lambda, sample);
    const event = await queue.receive(1);
    const answers = await Promise.all([work(first, event), work(second, event)]);
    assert.deepEqual(answers, [{ batchItemFailures: [] }, { batchItemFailures: [] }]);
    await queue.settle(event, answers[0]!);
    assert.equal(await credits(), 1);

    const { id } = await submit(lambda, sample);
    const lost = await queue.receive(1);
    first.call(lost).catch(() => {}); // it never answers
    const entry = () => readEntry(table, lambda.account, id);
    await until(async () => (await entry())?.runner !== undefined);
    await first.reset();
    await until(async () => (await entry())!.until < Date.now(), { intervalMs: 500 });
    const swept = (await keeper.call({ source: "aws.events" })) as { readonly messagesSent: number };
    assert.equal(swept.messagesSent, 1, keeper.log());
    const again = await queue.receive(1);
    const answer = await work(second, again);
    assert.deepEqual(answer, { batchItemFailures: [] }, second.log().slice(-2000));
    await queue.settle(again, answer);
    assert.equal(await credits(), 2);
    // The message of the function that was killed comes at last.
    assert.deepEqual(await work(second, lost), { batchItemFailures: [] });
    assert.equal(await credits(), 2);
  });

  test("are named by a key, listed and cancelled, and their results are removed", async () => {
    const queue = await queueOf("named");
    await using lambda = await deployed("/pdf/merge", queue);
    await using worker = await deployed("/workers/other", queue);
    await using jobs = await deployed("/jobs");
    const sample = await sampleOf("/pdf/merge");
    const first = await submit(lambda, sample, { "Idempotency-Key": "one" });
    assert.equal((await submit(lambda, sample, { "Idempotency-Key": "one" })).id, first.id);
    const second = await submit(lambda, sample);
    const list = JSON.parse((await ask(jobs, "GET", "/v1/jobs", lambda.key)).body) as { readonly jobs: JobView[] };
    assert.deepEqual(
      list.jobs.map(({ id, state }) => [id, state]),
      [
        [second.id, "queued"],
        [first.id, "queued"],
      ],
    );
    const cancelled = await ask(jobs, "DELETE", `/v1/jobs/${second.id}`, lambda.key);
    assert.equal((JSON.parse(cancelled.body) as JobView).state, "cancelled");
    const event = await queue.receive(2);
    assert.deepEqual(await work(worker, event), { batchItemFailures: [] });
    assert.equal((await usageOf(table, lambda.account)).used, 1);
    assert.equal((await ask(jobs, "DELETE", `/v1/jobs/${first.id}/result`, lambda.key)).statusCode, 200);
    assert.equal([...s3.objects.keys()].filter((path) => path.includes(lambda.account)).length, 0);
  });

  test("end when their message was delivered too often", async () => {
    const queue = await queueOf("dead");
    await using lambda = await deployed("/pdf/merge", queue);
    await using keeper = await deployed("/job-keeper", queue);
    await submit(lambda, await sampleOf("/pdf/merge"));
    const event = await queue.receive(1);
    assert.deepEqual(await keeper.call(event), { batchItemFailures: [] });
    assert.deepEqual(await usageOf(table, lambda.account), {
      account: lambda.account,
      credits: 100,
      used: 0,
      reserved: 0,
    });
  });

  test("make only calls to the table that their roles allow", () => {
    for (const [path, { calls }] of records) {
      assert.ok(calls.length > 0, path);
      // At its start a function opens a connection with a question for a key that nobody has, which may be refused.
      const { leadingKey: nobody } = calls.find(({ leadingKey }) => leadingKey.startsWith("KEY#"))!;
      const rights = rightsOf(path);
      assert.deepEqual(
        calls.filter((call) => call.leadingKey !== nobody && !allows(rights, call)),
        [],
        path,
      );
    }
  });
});
