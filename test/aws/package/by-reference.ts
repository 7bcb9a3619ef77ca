import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { after, suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import type { Contract } from "../../../lib/contract/contract.ts";
import type { Grant } from "../../support/by-reference.ts";
import { S3_HOST } from "../../support/lambda/function.ts";
import { packaged } from "../../support/lambda/packaged.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import type { Answer } from "../../support/lambda/runtime-api.ts";
import { type Sample, sampleOf } from "../../support/lambda/sample.ts";
import { type Deployed, deploy, newKey } from "../../support/lambda/stage.ts";
import { startS3 } from "../../support/s3.ts";
import { table } from "../../support/table.ts";

const s3 = await startS3();
const UPLOADS = "/uploads";
const deployed = (path: string) => deploy(packaged(path), {}, s3);

const refused = lambdaRootRefused();
if (refused !== undefined) console.warn(`NOT TESTED: the functions in a root of their own: ${refused}`);
const uploads = refused === undefined ? await deployed(UPLOADS) : undefined;
after(async () => {
  await uploads?.stop();
  s3.close();
});

/** The answer of `/uploads` for this body. */
const granted = async (key: string, { type, body }: Sample): Promise<Grant> => {
  const question = JSON.stringify({ contentType: type, contentLength: body.length });
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const { statusCode, body: answer } = await uploads!.invoke(headers, Buffer.from(question));
  assert.equal(statusCode, 200, answer.toString() + uploads!.log());
  return JSON.parse(answer.toString()) as Grant;
};

/** Sends a body to a granted address, with the host for which the address is signed, but to the S3 of this test. */
const put = async ({ url, headers }: Pick<Grant, "url" | "headers">, body: Uint8Array): Promise<number> => {
  const { host, pathname, search } = new URL(url);
  assert.equal(host, S3_HOST);
  const { port } = new URL(s3.endpoint);
  const sent = request({ port, method: "PUT", path: pathname + search, headers: { ...headers, Host: host } });
  sent.end(body);
  const [reply] = await once(sent, "response");
  await text(reply);
  return reply.statusCode as number;
};

/** What an endpoint's function answers to its sample, which it serves. */
const served = async (
  lambda: Deployed,
  call: () => Promise<Answer>,
  { output }: Pick<Contract<unknown>, "output">,
): Promise<void> => {
  const { statusCode, headers, body } = await call();
  assert.equal(statusCode, 200, body.toString() + lambda.log());
  assert.equal(headers["Content-Type"], output.type);
  assert.equal(headers["Content-Length"], String(body.length));
  if (output.type === "application/pdf") assert.match(body.toString("latin1", 0, 8), /^%PDF-1/);
  assert.equal((await usageOf(table, lambda.account)).reserved, 0);
};

/** Bodies that the S3 of these tests has of an account. */
const bodiesOf = ({ account }: Deployed): string[] => [...s3.objects.keys()].filter((path) => path.includes(account));

/** Sends a body ahead and refers to it: it is used once, by its own account, and then deleted. */
const usesBody = async (
  lambda: Deployed,
  sample: Sample,
  contract: Pick<Contract<unknown>, "output">,
): Promise<void> => {
  const grant = await granted(lambda.key, sample);
  const call = (key = lambda.key) => lambda.invoke({ "X-API-Key": key, "X-Body-Ref": grant.uploadId }, Buffer.of());
  assert.equal((await call()).statusCode, 400, "it has not been sent");
  const otherType = { ...grant, headers: { ...grant.headers, "Content-Type": "text/plain" } };
  assert.equal(await put(otherType, sample.body), 403);
  assert.equal(await put(grant, sample.body), 200);
  assert.equal(bodiesOf(lambda).length, 1);
  assert.equal((await call((await newKey(5)).key)).statusCode, 400, "another account cannot use it");
  await served(lambda, call, contract);
  assert.deepEqual(bodiesOf(lambda), []);
  assert.equal((await call()).statusCode, 400, "it is gone");
};

// Two functions at a time, because one that starts waits for its disk, its network and its engine.
suite("each function, in a root with only Node, its layers and /tmp,", { skip: refused, concurrency: 2 }, () => {
  for (const { contract } of endpoints) {
    const { path } = contract;
    test(`serves ${path} repeatedly`, async () => {
      await using lambda = await deployed(path);
      const sample = await sampleOf(path);
      for (let time = 1; time <= 2; time++) await served(lambda, () => lambda.post(sample), contract);
      const refusal = await lambda.post({ type: "text/plain", body: Buffer.from("x") });
      assert.equal(refusal.statusCode, 415);
      assert.equal(JSON.parse(refusal.body.toString()).error.code, "UNSUPPORTED_MEDIA_TYPE");
      if (path !== UPLOADS) await usesBody(lambda, sample, contract);
    });
  }
});
