import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { after, suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import type { Grant } from "../../support/by-reference.ts";
import { S3_HOST } from "../../support/lambda/function.ts";
import { unzippedParts } from "../../support/lambda/packaged.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { type Sample, sampleOf } from "../../support/lambda/sample.ts";
import { deploy, newKey } from "../../support/lambda/stage.ts";
import { startS3 } from "../../support/s3.ts";

const parts = unzippedParts();
const s3 = await startS3();
const UPLOADS = "/uploads";
const deployed = (path: string) => deploy(parts.packaged(path), {}, s3);

const refused = lambdaRootRefused();
const uploads = refused === undefined ? await deployed(UPLOADS) : undefined;
after(async () => {
  await uploads?.stop();
  parts.remove();
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

suite("a body in S3, for functions in a separate root", { skip: refused, concurrency: false }, () => {
  for (const { contract } of endpoints) {
    const { path, output } = contract;
    if (path === UPLOADS) continue;
    test(`is used by ${path} and then deleted`, async () => {
      await using lambda = await deployed(path);
      const sample = await sampleOf(path);
      const grant = await granted(lambda.key, sample);
      const call = (key = lambda.key) => lambda.invoke({ "X-API-Key": key, "X-Body-Ref": grant.uploadId }, Buffer.of());
      assert.equal((await call()).statusCode, 400, "it has not been sent");
      const otherType = { ...grant, headers: { ...grant.headers, "Content-Type": "text/plain" } };
      assert.equal(await put(otherType, sample.body), 403);
      assert.equal(await put(grant, sample.body), 200);
      assert.equal((await call((await newKey(5)).key)).statusCode, 400, "another account cannot use it");
      const { statusCode, headers, body } = await call();
      assert.equal(statusCode, 200, body.toString() + lambda.log());
      assert.equal(headers["Content-Type"], output.type);
      assert.equal(headers["Content-Length"], String(body.length));
      if (output.type === "application/pdf") assert.match(body.toString("latin1", 0, 8), /^%PDF-1/);
      assert.equal(s3.objects.size, 0);
      assert.equal((await call()).statusCode, 400, "it is gone");
    });
  }
});
