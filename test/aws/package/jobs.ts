import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { handler as browser } from "../../../functions/workers/browser.ts";
import { handler as office } from "../../../functions/workers/office.ts";
import { handler as other } from "../../../functions/workers/other.ts";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { readEntry } from "../../../lib/jobs/entry.ts";
import { endLease } from "../../support/end-lease.ts";
import type { JobView } from "../../support/job-calls.ts";
import {
  ask,
  callsBeyondRoles,
  deployed,
  fetched,
  jobOf,
  queueOf,
  untestedJobs as refused,
  s3,
  submit,
  work,
} from "../../support/lambda/job-functions.ts";
import { bytesOf, sampleOf } from "../../support/lambda/sample.ts";
import { table } from "../../support/table.ts";
import { until } from "../../support/until.ts";

const WORKERS = [
  ["browser", browser.operations],
  ["office", office.operations],
  ["other", other.operations],
] as const;

suite("jobs of packaged functions", { skip: refused, concurrency: false }, () => {
  // Two workers at a time, because a function that starts waits for its disk, its network and its engine.
  suite("of each operation", { concurrency: 2 }, () => {
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
  });

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
    await endLease({ account: lambda.account, id });
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
    assert.deepEqual(callsBeyondRoles(), []);
  });
});
