import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount } from "../../../lib/accounts/operator/credits.ts";
import { createKey } from "../../../lib/accounts/operator/keys.ts";
import { newReference } from "../../../lib/stored-bodies/reference.ts";
import { form } from "../../support/form.ts";
import { startStreamed } from "../../support/lambda/streamed.ts";
import { rawPdf, rawStream } from "../../support/pdf/raw.ts";
import { credentials, startS3 } from "../../support/s3.ts";
import { endpointUrl, table } from "../../support/table.ts";
import { wire } from "../../support/wire.ts";

const temp = mkdtempSync(join(tmpdir(), "platen-deliver-"));
const s3 = await startS3();
const lambda = startStreamed("functions/pdf/merge.ts", {
  PLATEN_TABLE: table.name,
  PLATEN_UPLOADS_BUCKET: "uploads-bucket",
  PLATEN_TEMP: temp,
  PLATEN_METRICS_NAMESPACE: "platen-test",
  AWS_ENDPOINT_URL_DYNAMODB: endpointUrl,
  AWS_ENDPOINT_URL_S3: s3.endpoint,
  AWS_REGION: credentials.region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});
after(async () => {
  await lambda.stop();
  s3.close();
  rmSync(temp, { recursive: true });
});

/** A PDF of one page whose contents nothing makes smaller. */
const heavy = (bytes: number) =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>",
    "<</Type/Page/Parent 2 0 R/Resources<</XObject<</I 4 0 R>>>>>>",
    rawStream(
      randomBytes(bytes),
      "/Type/XObject/Subtype/Image/Width 1000/Height 1000/BitsPerComponent 8/Filter/DCTDecode",
    ),
  ]);

suite("a function on Lambda", { concurrency: false }, () => {
  for (const [how, bytes] of [
    ["from memory", 3_500_000],
    ["in pieces", 12_000_000],
  ] as const) {
    test(`takes a body over 6 MB by reference and streams the answer ${how}, once`, async () => {
      const account = (await createAccount(table, 10))!;
      const key = await createKey(table, account, "test");
      const sent = await wire(form({ files: [heavy(bytes), heavy(bytes)] }));
      const reference = newReference(Date.now());
      const path = `/uploads-bucket/in/${account}/${reference}`;
      s3.objects.set(path, { type: sent.contentType, bytes: sent.bytes });
      const answer = await lambda.call({ "X-API-Key": key, "X-Body-Ref": reference }, null);
      assert.equal(answer.statusCode, 200, answer.body.toString("utf8", 0, 500));
      assert.ok(answer.body.length > 2 * bytes);
      assert.equal(answer.headers["Content-Length"], String(answer.body.length));
      assert.match(answer.body.toString("latin1", answer.body.length - 8), /%%EOF/);
      assert.equal(s3.objects.has(path), false);
      for (let tries = 0; readdirSync(temp).length > 0; tries++) {
        assert.ok(tries < 50, "a temp folder is left");
        await sleep(20);
      }
      const again = await lambda.call({ "X-API-Key": key, "X-Body-Ref": reference }, null);
      assert.equal(again.statusCode, 400);
    });
  }

  test("logs each request in one line, which holds its metrics", async () => {
    const refused = await lambda.call({ "X-API-Key": "wrong-key" }, null);
    assert.equal(refused.statusCode, 401);
    // The log comes another way than the answer.
    for (let tries = 0; tries < 3000 && !/"status":401.*\n$/.test(lambda.log()); tries++) await sleep(20);
    const lines = lambda.log().trim().split("\n");
    const [first, second, last] = [lines[0]!, lines[1]!, lines.at(-1)!].map((line) => JSON.parse(line));
    assert.deepEqual([first.lambdaId, first.gatewayId], ["lambda-1", "gateway-1"]);
    const [{ Namespace, Dimensions, Metrics }] = first._aws.CloudWatchMetrics;
    assert.ok(Math.abs(first._aws.Timestamp - Date.now()) < 60_000);
    assert.deepEqual([Namespace, Dimensions], ["platen-test", [["operation"], []]]);
    const names = Metrics.map(({ Name }: { Name: string }) => Name) as string[];
    const expectedNames = [
      "requests",
      "ms",
      "workMs",
      "bytesIn",
      "bytesOut",
      "credits",
      "coldStarts",
      "recoveredHolds",
      "refusals",
    ];
    assert.deepEqual(
      expectedNames.filter((name) => !names.includes(name)),
      [],
    );
    // CloudWatch may drop a line in which a named metric is missing or is not a number.
    for (const line of lines.map((text) => JSON.parse(text))) {
      const named = line._aws.CloudWatchMetrics[0].Metrics as { Name: string }[];
      assert.ok(named.every(({ Name }) => typeof line[Name] === "number"));
    }
    const counts = (line: typeof first) => [
      line.operation,
      line.requests,
      line.refusals,
      line.coldStarts,
      line.credits,
    ];
    assert.deepEqual(counts(first), ["/pdf/merge", 1, 0, 1, 1]);
    assert.deepEqual(counts(second), ["/pdf/merge", 1, 1, 0, 0]);
    assert.deepEqual([last.code, last.reason, last.account], ["UNAUTHORIZED", "key-not-valid", undefined]);
    assert.deepEqual([last.serverErrors, last.failures], [0, 0]);
    assert.ok(first.bytesOut > 7_000_000 && first.bytesIn > 7_000_000);
  });
});
