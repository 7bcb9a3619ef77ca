import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import * as endpoints from "../../functions/index.ts";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { chromiumFolder } from "../../lib/engines/chromium/place.ts";
import { fontsFolder } from "../../lib/engines/fonts.ts";
import { libreofficeFolder } from "../../lib/engines/office/place.ts";
import { startFunction } from "../support/lambda/function.ts";
import { run } from "../support/program.ts";
import { sampleRequests } from "../support/sample-requests.ts";
import { endpointUrl, table } from "../support/table.ts";
import { unzip } from "../support/unzip.ts";

const folder = mkdtempSync(join(tmpdir(), "platen-package-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const framework = createRequire(import.meta.url).resolve("serverless/bin/serverless.js");
const packaging = run(framework, ["package"]);
assert.equal(await packaging.ended, 0, packaging.output.stderr);

const credentials = { AWS_REGION: "eu-west-1", AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };
const environment = {
  ...credentials,
  PATH: "/usr/bin:/bin",
  PLATEN_TABLE: table.name,
  AWS_ENDPOINT_URL_DYNAMODB: endpointUrl,
  PLATEN_UPLOADS_BUCKET: "uploads",
  PLATEN_CHROMIUM: chromiumFolder,
  PLATEN_FONTS: fontsFolder,
  PLATEN_LIBREOFFICE: libreofficeFolder,
};

suite("npm run package", { concurrency: false }, () => {
  test("makes the template, with streamed answers of a regional REST API", () => {
    const template = JSON.parse(readFileSync(".serverless/cloudformation-template-update-stack.json", "utf8"));
    const resources = Object.values(template.Resources) as { Type: string; Properties: Record<string, unknown> }[];
    const methods = resources.filter(({ Type }) => Type === "AWS::ApiGateway::Method");
    assert.ok(methods.length > 0);
    for (const { Properties } of methods) {
      assert.equal((Properties["Integration"] as Record<string, unknown>)["ResponseTransferMode"], "STREAM");
    }
    assert.deepEqual(template.Resources.ApiGatewayRestApi.Properties.BinaryMediaTypes, ["*/*"]);
    assert.deepEqual(template.Resources.ApiGatewayRestApi.Properties.EndpointConfiguration.Types, ["REGIONAL"]);
  });

  for (const { contract } of Object.values(endpoints)) {
    const { path, output } = contract;
    test(`makes a bundle of ${path} that works in a fresh process behind the Runtime API, again and again`, async () => {
      const account = (await createAccount(table, 10))!;
      const key = await createKey(table, account, "test");
      // Where nothing lies but what is packed: no package of this machine can stand in for one that was left out.
      const task = join(folder, path);
      unzip(`.serverless/${path.slice(1).replaceAll("/", "-")}.zip`, task);
      const lambda = await startFunction(join(task, `dist/functions${path}/index.mjs`), "handler", environment);
      try {
        for (let time = 1; time <= 2; time++) {
          const sample = sampleRequests[path]!();
          const request = new Request("http://x", {
            method: "POST",
            body: sample instanceof FormData ? sample : JSON.stringify(sample),
          });
          const type = sample instanceof FormData ? request.headers.get("content-type")! : "application/json";
          const body = new Uint8Array(await request.arrayBuffer());
          const answer = await lambda.invoke({ "X-API-Key": key, "Content-Type": type }, body);
          assert.equal(answer.statusCode, 200, answer.body.toString());
          assert.equal(answer.headers["Content-Type"], output.type);
          assert.equal(answer.headers["Content-Length"], String(answer.body.length));
          assert.equal((await usageOf(table, account)).reserved, 0);
        }
        const refused = await lambda.invoke({ "X-API-Key": key, "Content-Type": "text/plain" }, Buffer.from("x"));
        assert.equal(refused.statusCode, 415);
        assert.equal(JSON.parse(refused.body.toString()).error.code, "UNSUPPORTED_MEDIA_TYPE");
      } finally {
        await lambda.stop();
      }
    });
  }
});
