import assert from "node:assert/strict";
import { test } from "node:test";
import { everyParameter } from "../support/aws/every-parameter.ts";
import { run } from "../support/program.ts";

// The framework empties the folder of one package before it makes another.
await everyParameter.folder;
// The tests of package/ check the result of one run of `npm run package`.
const packaging = run("local/package.ts");
assert.equal(await packaging.ended, 0, packaging.output.stderr + packaging.output.stdout);

// The runner ends what all tests share as soon as each test that it knows has run. It knows some of them before others are loaded.
const { promise: loaded, resolve: endLoading } = Promise.withResolvers<void>();
test("all tests of the package are loaded", () => loaded);

await import("./package/template.ts");
await import("./package/resources.ts");
await import("./package/roles.ts");
await import("./package/gateway.ts");
await import("./package/operation.ts");
await import("./package/bundles.ts");
await import("./package/by-reference.ts");
await import("./package/jobs.ts");
await import("./package/batches.ts");
await import("./package/callbacks.ts");
await import("./package/failures.ts");
await import("./package/confinement.ts");
await import("./package/sbom.ts");
await import("./package/notices.ts");
await import("./package/parameters.ts");
await import("./package/lint.ts");
await import("./package/freezing.ts");
await import("./package/large-answers.ts");
await import("./package/resets.ts");
await import("./package/hundred-megabytes.ts");
// It replaces the package that the others read, and puts it back.
await import("./package/deployment.ts");
endLoading();
