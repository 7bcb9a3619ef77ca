import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { JobView } from "../../support/job-calls.ts";
import { s3 } from "../../support/s3-settings.ts";
import { queue, sqs } from "../../support/sqs-settings.ts";

// Behind the settings, which are read when the service is imported.
const { creditsOf, submit, work } = await import("../../support/queued-jobs.ts");
const { newAccount } = await import("../../support/trial.ts");
const { handler } = await import("../../../functions/jobs.ts");
const { setBodyStore } = await import("../../../lib/stored-bodies/body-store.ts");
const { S3Bodies } = await import("../../../lib/stored-bodies/s3.ts");
setBodyStore(new S3Bodies("uploads-bucket"));

/** Calls the function as API Gateway does, at the address of AWS. */
const call = async (method: string, path: string, key?: string, query?: Record<string, string[]>) => {
  const { statusCode, headers, body } = await handler({
    httpMethod: method,
    path,
    headers: { Host: "abc.example", "X-Forwarded-Proto": "https", ...(key && { "X-API-Key": key }) },
    body: null,
    multiValueQueryStringParameters: query ?? null,
    requestContext: { path: `/prod${path}` },
  });
  return { statusCode, headers, body: body as string, view: body === "" ? undefined : JSON.parse(body as string) };
};
const jobAt = async (id: string, key: string) => (await call("GET", `/v1/jobs/${id}`, key)).view as JobView;

suite("the function that answers questions about jobs", { concurrency: false }, () => {
  test("reports a job and lists jobs, at the address of its stage", async () => {
    const { id, key } = await submit();
    assert.equal((await jobAt(id, key)).state, "queued");
    assert.deepEqual(await sqs.deliver(queue, work), []);
    const job = await jobAt(id, key);
    assert.equal(job.state, "succeeded");
    assert.match(job.result!.url, /^https:\/\/abc\.example\/prod\/v1\/results\//);
    const list = await call("GET", "/v1/jobs", key, { state: ["succeeded"], limit: ["1"] });
    assert.deepEqual(list.view.jobs, [job]);
    const repeated = await call("GET", "/v1/jobs", key, { limit: ["1", "2"] });
    assert.deepEqual([repeated.statusCode, repeated.view.error.code], [400, "INVALID_REQUEST"]);
  });

  test("leads to an address of S3 that sends the result for minutes, and needs no key", async () => {
    const { id, key } = await submit();
    assert.deepEqual(await sqs.deliver(queue, work), []);
    const { result } = await jobAt(id, key);
    const answer = await call("GET", new URL(result!.url).pathname.replace("/prod", ""));
    assert.deepEqual([answer.statusCode, answer.body], [303, ""]);
    const location = new URL(answer.headers["Location"]!);
    assert.equal(location.searchParams.get("response-content-disposition"), 'attachment; filename="trial.pdf"');
    assert.equal(location.searchParams.get("response-content-type"), "application/pdf");
    assert.equal(location.searchParams.get("X-Amz-Expires"), "300");
    const file = await fetch(location);
    assert.deepEqual([file.status, await file.text()], [200, "%PDF-trial"]);
    location.searchParams.set("response-content-type", "text/html");
    assert.equal((await fetch(location)).status, 403, "the type is signed");
    s3.trouble.later = 301_000;
    assert.equal((await fetch(answer.headers["Location"]!)).status, 403, "the address is over");
    s3.trouble.later = 0;
  });

  test("cancels a job, and removes a result", async () => {
    const job = await submit();
    assert.equal(((await call("DELETE", `/v1/jobs/${job.id}`, job.key)).view as JobView).state, "cancelled");
    assert.deepEqual(await creditsOf(job), { left: 100, used: 0, reserved: 0 });
    const done = await submit();
    assert.deepEqual(await sqs.deliver(queue, work), []);
    const { result } = await jobAt(done.id, done.key);
    assert.equal((await call("DELETE", `/v1/jobs/${done.id}/result`, done.key)).statusCode, 200);
    assert.equal((await call("GET", new URL(result!.url).pathname.replace("/prod", ""))).statusCode, 404);
    assert.equal([...s3.objects.keys()].filter((path) => path.includes(done.account)).length, 0);
  });

  test("refuses who has no key, the job of another account, and a guessed result", async () => {
    const { id, account } = await submit();
    assert.equal((await call("GET", `/v1/jobs/${id}`)).statusCode, 401);
    const other = await newAccount(1);
    assert.equal((await call("GET", `/v1/jobs/${id}`, other.key)).statusCode, 404);
    assert.equal((await call("DELETE", `/v1/jobs/${id}`, other.key)).statusCode, 404);
    const guessed = `${account}.${id}.${"z".repeat(7)}${"0".repeat(32)}`;
    assert.equal((await call("GET", `/v1/results/${guessed}`)).statusCode, 404);
    assert.equal((await call("GET", "/v1/nothing")).statusCode, 404);
  });
});
