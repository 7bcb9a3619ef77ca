import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite, test } from "node:test";
import { usageOf } from "../../lib/accounts/operator/credits.ts";
import { run } from "../support/program.ts";
import { STORE_KEY } from "../support/store-key.ts";
import { endpointUrl, table } from "../support/table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder("account");

const config = join(folder, "config");
const credentials = join(folder, "credentials");
await writeFile(
  config,
  `[profile operator]\nregion = eu-central-1\nservices = ours\n[services ours]\ndynamodb =\n  endpoint_url = ${endpointUrl}\n`,
);
await writeFile(credentials, `[operator]\naws_access_key_id = ${STORE_KEY}\naws_secret_access_key = local\n`);

const files = { AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials, AWS_EC2_METADATA_DISABLED: "true" };
const keys = { AWS_ACCESS_KEY_ID: STORE_KEY, AWS_SECRET_ACCESS_KEY: "local" };
const here = { AWS_ENDPOINT_URL_DYNAMODB: endpointUrl };

const tool = (args: readonly string[], settings: Record<string, string>) =>
  run("local/account.ts", [...args, "--json"], { PLATEN_DATA: join(folder, "unused"), ...files, ...settings });

suite("npm run account -- --table", { concurrency: 2 }, () => {
  for (const [how, args, settings] of [
    ["the environment", ["--table", table.name], { AWS_REGION: "eu-west-1", ...keys, ...here }],
    ["a profile, its endpoint too", ["--table", table.name], { AWS_PROFILE: "operator" }],
    [
      "one address for all services",
      ["--table", table.name],
      { AWS_REGION: "eu-west-1", ...keys, AWS_ENDPOINT_URL: endpointUrl },
    ],
    ["PLATEN_TABLE", [], { PLATEN_TABLE: table.name, AWS_REGION: "eu-west-1", ...keys, ...here }],
  ] as const) {
    test(`finds region, credentials and address by ${how}`, async () => {
      const create = tool(["create", "--credits", "7", ...args], settings);
      assert.equal(await create.ended, 0, create.output.stderr);
      const { account } = JSON.parse(create.output.stdout) as { account: string };
      assert.deepEqual(await usageOf(table, account), { account, credits: 7, used: 0, reserved: 0 });
      const grant = tool(["grant", account, "--credits", "5", ...args], settings);
      assert.equal(await grant.ended, 0, grant.output.stderr);
      assert.deepEqual(JSON.parse(grant.output.stdout), { account, credits: 12 });
    });
  }

  for (const [why, settings, line] of [
    ["no credentials", { AWS_REGION: "eu-west-1", ...here }, /credentials/i],
    [
      "an address at which nothing listens",
      { AWS_REGION: "eu-west-1", ...keys, AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:9" },
      /ECONNREFUSED/,
    ],
  ] as const) {
    test(`reports in one line that there is ${why}`, async () => {
      const program = tool(["show", "somebody", "--table", table.name], settings);
      assert.equal(await program.ended, 1);
      assert.match(program.output.stderr, line);
      assert.equal(program.output.stderr.trim().split("\n").length, 1);
    });
  }

  for (const [by, settings, region, words = []] of [
    ["the environment", { AWS_REGION: "us-gov-west-1", AWS_PROFILE: "operator" }, "us-gov-west-1"],
    ["a profile", { AWS_PROFILE: "operator" }, "eu-central-1"],
    ["nothing", {}, "eu-west-1"],
    ["a flag", { AWS_REGION: "us-gov-west-1" }, "ap-south-1", ["--region", "ap-south-1"]],
  ] as const) {
    test(`looks in the region to which the stage is deployed, by ${by}`, async () => {
      const regions: (string | undefined)[] = [];
      const server = createServer(({ headers }, response) => {
        regions.push(/Credential=[^/]+\/\d+\/([\w-]+)\//.exec(headers.authorization ?? "")?.[1]);
        response.writeHead(400).end('{"__type":"ResourceNotFoundException"}');
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const there = { ...keys, ...settings, AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}` };
      const search = tool(["show", "somebody", "--table", "platen-prod", ...words], there);
      const framework = "node_modules/serverless/bin/serverless.js";
      const print = run(framework, ["print", "--path", "provider.region", "--format", "text", ...words], {
        ...files,
        ...there,
      });
      assert.equal(await search.ended, 1);
      assert.equal(await print.ended, 0, print.output.stderr);
      server.close();
      assert.deepEqual([...new Set(regions), print.output.stdout.trim()], [region, region]);
    });
  }

  test("reports an unknown table in one line", async () => {
    const program = tool(["show", "somebody", "--table", "nowhere"], { AWS_REGION: "eu-west-1", ...keys, ...here });
    assert.equal(await program.ended, 1);
    assert.match(program.output.stderr, /table|resource/i);
  });
});
