import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, suite, test } from "node:test";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { chromiumFolder } from "../../lib/engines/chromium/place.ts";
import { fontsFolder } from "../../lib/engines/fonts.ts";
import { startFunction } from "../support/lambda/function.ts";
import { textOf } from "../support/pdf-text.ts";
import { run } from "../support/program.ts";
import { endpointUrl, table } from "../support/table.ts";

const framework = createRequire(import.meta.url).resolve("serverless/bin/serverless.js");
const packaging = run(framework, ["package"]);
assert.equal(await packaging.ended, 0, packaging.output.stderr);

const credentials = { AWS_REGION: "eu-west-1", AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };
const environment = {
  ...credentials,
  PATH: "/usr/bin:/bin",
  PLATEN_TABLE: table.name,
  AWS_ENDPOINT_URL_DYNAMODB: endpointUrl,
  PLATEN_CHROMIUM: chromiumFolder,
  PLATEN_FONTS: fontsFolder,
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

  test("makes a bundle that prints in a fresh process behind the Runtime API, again and again", async () => {
    const account = (await createAccount(table, 10))!;
    const key = await createKey(table, account, "test");
    const lambda = await startFunction(resolve("dist/functions/convert/html-to-pdf.mjs"), "handler", environment);
    after(() => lambda.stop());
    const headers = { "X-API-Key": key, "Content-Type": "application/json" };
    for (const word of ["First", "Second"]) {
      const { statusCode, headers: answered, body } = await lambda.invoke(headers, Buffer.from(`{"html":"${word}"}`));
      assert.equal(statusCode, 200);
      assert.equal(answered["Content-Type"], "application/pdf");
      assert.match(await textOf(body), new RegExp(word));
    }
    const refused = await lambda.invoke(headers, Buffer.from('{"html":"x","url":"y"}'));
    assert.equal(refused.statusCode, 400);
    assert.equal(JSON.parse(refused.body.toString()).error.code, "INVALID_REQUEST");
    assert.deepEqual(await usageOf(table, account), { account, credits: 8, used: 2, reserved: 0 });
  });
});
