import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { s3 } from "../../support/s3-settings.ts";

// Behind the settings, which are read when the service is imported.
const { call, granted, servesByReference, upload } = await import("../../support/by-reference.ts");
const { failure, newAccount } = await import("../../support/platen.ts");
const { credentials } = await import("../../support/s3.ts");
const { curl } = await import("../../support/curl.ts");
const { bucketUrl } = await import("../../../lib/stored-bodies/s3.ts");

const pathOf = (account: string, reference: string) => `/uploads-bucket/in/${account}/${reference}`;

servesByReference(async (account, reference) => s3.objects.has(pathOf(account, reference)));

suite("uploads in S3", { concurrency: false }, () => {
  const page = Buffer.from('{"html":"<p>x"}');

  test("have addresses that S3 itself refuses after they have expired", async () => {
    const { key } = await newAccount();
    const { url, headers } = await granted(key, "application/json", page.length);
    const put = async () => (await fetch(url, { method: "PUT", headers, body: page })).status;
    s3.trouble.later = 16 * 60_000;
    assert.equal(await put(), 403);
    s3.trouble.later = 0;
    assert.equal(await put(), 200);
  });

  test("get a 503, and count as a request, when S3 breaks off in the middle of one", async () => {
    const { key } = await newAccount();
    const reference = await upload(key, Buffer.from(JSON.stringify({ html: `<p>x<!--${"x".repeat(3_000_000)}-->` })));
    s3.trouble.breaksOff = true;
    const reply = await call("/convert/html-to-pdf", key, reference);
    s3.trouble.breaksOff = false;
    assert.equal(reply.headers.get("x-ratelimit-remaining"), "58");
    assert.equal((await failure(reply)).code, "SERVICE_UNAVAILABLE");
    assert.equal((await call("/convert/html-to-pdf", key, reference)).status, 200);
  });

  test("are requested again after an error of S3, and get a 503 with Retry-After if S3 stays down", async () => {
    const { key } = await newAccount();
    const reference = await upload(key, page);
    s3.trouble.times = 100;
    const reply = await call("/convert/html-to-pdf", key, reference);
    assert.ok(reply.headers.get("retry-after"));
    assert.equal((await failure(reply)).code, "SERVICE_UNAVAILABLE");
    s3.trouble.times = 1;
    assert.equal((await call("/convert/html-to-pdf", key, reference)).status, 200);
  });

  test("are checked by a verifier that accepts curl's signatures, but none made with another secret", async () => {
    s3.objects.set("/uploads-bucket/in/a/b", { type: "text/plain", bytes: Buffer.from("hello") });
    const get = async (secret: string) => {
      const { region, accessKeyId } = credentials;
      const words = `${await curl()} -s --aws-sigv4 aws:amz:${region}:s3 --user ${accessKeyId}:${secret} ${s3.endpoint}/uploads-bucket/in/a/b`;
      return (await promisify(execFile)("sh", ["-c", words])).stdout;
    };
    assert.equal(await get(credentials.secretAccessKey), "hello");
    assert.match(await get("another"), /SignatureDoesNotMatch/);
  });

  for (const [region, host] of [
    ["eu-west-1", "bodies.s3.eu-west-1.amazonaws.com"],
    ["us-gov-west-1", "bodies.s3.us-gov-west-1.amazonaws.com"],
    ["cn-north-1", "bodies.s3.cn-north-1.amazonaws.com.cn"],
    ["eusc-de-east-1", "bodies.s3.eusc-de-east-1.amazonaws.eu"],
    ["us-iso-east-1", "bodies.s3.us-iso-east-1.c2s.ic.gov"],
  ] as const) {
    test(`are at AWS's domain for ${region}`, () => {
      assert.equal(bucketUrl("bodies", region, "").host, host);
    });
  }
});
