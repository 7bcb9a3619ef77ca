import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount } from "../../../lib/accounts/operator/credits.ts";
import { createKey } from "../../../lib/accounts/operator/keys.ts";
import { newReference } from "../../../lib/bodies/reference.ts";
import { form } from "../../support/form.ts";
import { startFunction } from "../../support/lambda/function.ts";
import { rawPdf, rawStream } from "../../support/pdf/raw.ts";
import { credentials, startS3 } from "../../support/s3.ts";
import { endpointUrl, table } from "../../support/table.ts";
import { wire } from "../../support/wire.ts";

const temp = mkdtempSync(join(tmpdir(), "platen-deliver-"));
const s3 = await startS3();
const lambda = await startFunction("functions/pdf/merge.ts", "handler", {
  PLATEN_TABLE: table.name,
  PLATEN_UPLOADS_BUCKET: "uploads-bucket",
  PLATEN_TEMP: temp,
  AWS_ENDPOINT_URL_DYNAMODB: endpointUrl,
  AWS_ENDPOINT_URL_S3: s3.endpoint,
  AWS_REGION: credentials.region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});
after(async () => {
  await lambda.stop();
  s3.close();
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
    ["from a file", 12_000_000],
  ] as const) {
    test(`takes a body over 6 MB by reference and streams the answer ${how}, once`, async () => {
      const account = (await createAccount(table, 10))!;
      const key = await createKey(table, account, "test");
      const sent = await wire(form({ files: [heavy(bytes), heavy(bytes)] }));
      const reference = newReference(Date.now());
      const path = `/uploads-bucket/in/${account}/${reference}`;
      s3.objects.set(path, { type: sent.contentType, bytes: sent.bytes });
      const answer = await lambda.invoke({ "X-API-Key": key, "X-Body-Ref": reference }, Buffer.alloc(0));
      assert.equal(answer.statusCode, 200, answer.body.toString("utf8", 0, 500));
      assert.ok(answer.body.length > 2 * bytes);
      assert.equal(answer.headers["Content-Length"], String(answer.body.length));
      assert.match(answer.body.toString("latin1", answer.body.length - 8), /%%EOF/);
      assert.equal(s3.objects.has(path), false);
      for (let tries = 0; readdirSync(temp).length > 0; tries++) {
        assert.ok(tries < 50, "a temp folder is left");
        await sleep(20);
      }
      const again = await lambda.invoke({ "X-API-Key": key, "X-Body-Ref": reference }, Buffer.alloc(0));
      assert.equal(again.statusCode, 400);
    });
  }
});
