import assert from "node:assert/strict";
import { globSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { suite, test } from "node:test";
import { build } from "esbuild";
import { endpoints } from "../../../functions/index.ts";
import { unzippedSize } from "../../../local/bundles.ts";
import { layerZip, packaged } from "../../support/lambda/packaged.ts";
import { functionOf, nameOf } from "../../support/lambda/template.ts";

const paths = endpoints.map(({ contract }) => contract.path as string);

const workers = ["/workers/browser", "/workers/office", "/workers/other"];
const withoutEngines = ["/account", "/authorizer", "/batches", "/openapi", "/jobs", "/job-keeper", "/callbacks"];

/** Lambda's limit for a function with its layers, unzipped. */
const UNZIPPED_LIMIT_BYTES = 250 * 1_048_576;

/** The newest symbol versions of the C and C++ libraries of Amazon Linux 2023. */
const NEWEST_VERSIONS = { GLIBC_2: 34, GLIBCXX_3_4: 29 };

suite("each function", () => {
  test("fits Lambda with its layers", () => {
    for (const path of [...paths, ...workers]) {
      const layers = (functionOf(path).Layers ?? []).map(({ Ref }) => layerZip(Ref));
      const size = [`.serverless/${nameOf(path)}.zip`, ...layers].reduce((sum, zip) => sum + unzippedSize(zip), 0);
      assert.ok(size < UNZIPPED_LIMIT_BYTES, `${path}: ${size} bytes`);
    }
  });

  test("holds no sources, source maps, tests or declarations", () => {
    for (const path of [...paths, ...workers, ...withoutEngines]) {
      const files = globSync(`${packaged(path).task}/**/*`);
      const needless = /\.(\w?ts|map|flow|test\.\w+|cc|h)$|(?<!LICENSE)\.md$|\/(docs?|tests?|examples?)\//;
      assert.deepEqual(
        files.filter((file) => needless.test(file)),
        [],
        path,
      );
    }
  });

  test("has only native code that runs with the libraries of Amazon Linux", () => {
    for (const path of [...paths, ...workers]) {
      for (const file of globSync(join(packaged(path).task, "**/*.{node,so,so.*}"))) {
        const text = readFileSync(file, "latin1");
        for (const [library, newest] of Object.entries(NEWEST_VERSIONS)) {
          const found = text.matchAll(new RegExp(`${library.replaceAll("_", "[_.]")}\\.(\\d+)`, "g"));
          for (const [all, minor] of found) assert.ok(Number(minor) <= newest, `${file} needs ${all}`);
        }
      }
    }
  });
});

suite("OpenTelemetry, which only the server sends to,", () => {
  /** What the code of its packages has in it, also when it is minified. */
  const traces = /opentelemetry\.js\.api|telemetry\.sdk\.name/;

  test("is in no function, and none loads it", () => {
    for (const path of [...paths, ...workers, ...withoutEngines]) {
      const { task } = packaged(path);
      const files = globSync("**/*", { cwd: task, withFileTypes: true }).filter((entry) => entry.isFile());
      const found = files.map(({ parentPath, name }) => join(parentPath, name));
      assert.deepEqual(
        found.filter((file) => file.includes("@opentelemetry") || traces.test(readFileSync(file, "latin1"))),
        [],
        path,
      );
    }
  });

  test("would be found there", async () => {
    const entryPoints = ["lib/telemetry/start.ts"];
    const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, platform: "node", write: false });
    assert.match(outputFiles[0]!.text, traces);
  });
});

suite("the function of the OpenAPI document", () => {
  const { task } = packaged("/openapi");

  test("holds the document instead of engines and accounts", async () => {
    const file = join(task, "dist/functions/openapi/index.mjs");
    assert.ok(statSync(file).size < 400_000);
    const { handler } = await import(file);
    const event = { headers: { Host: "api.example", "X-Forwarded-Proto": "https" }, body: null };
    const { statusCode, headers, body } = await handler({ ...event, requestContext: { path: "/dev/v1/openapi.json" } });
    assert.deepEqual([statusCode, headers["Content-Type"]], [200, "application/json"]);
    const document = JSON.parse(body);
    assert.deepEqual(document.servers, [{ url: "https://api.example/dev/v1" }]);
    const jobs = ["/jobs", "/jobs/{id}", "/jobs/{id}/result", "/jobs/{id}/callback"];
    const batches = ["/batches", "/batches/{id}", "/batches/{id}/jobs", "/batches/{id}/callback"];
    const others = ["/account", "/openapi.json", ...jobs, ...batches];
    assert.deepEqual(new Set(Object.keys(document.paths)), new Set([...others, ...paths]));
  });
});

suite("the function of batches", () => {
  test("holds what it has to know of the contracts, and no engine", () => {
    const { task } = packaged("/batches");
    const files = globSync(`${task}/dist/functions/batches/*.mjs`);
    assert.deepEqual(files.map((file) => basename(file)).sort(), [
      "batches-thread.mjs",
      "index.mjs",
      "json-thread.mjs",
    ]);
    assert.ok(files.every((file) => statSync(file).size < 700_000));
  });
});
