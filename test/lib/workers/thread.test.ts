import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type BuildFailure, build } from "esbuild";
import { startThread } from "../../../lib/workers/thread.ts";
import { threadScripts } from "../../support/thread-scripts.ts";

const THREADS_OF_ONE_MOMENT = 8;
const scripts = threadScripts();
const script = new URL("../../support/workers/thread.ts", import.meta.url);

/** The errors of a bundle of scripts with all that they import, for a platform without top-level `await`. */
const topLevelAwaitsOf = async (entryPoints: readonly string[]): Promise<string[]> => {
  const bundle = build({
    entryPoints: [...entryPoints],
    bundle: true,
    write: false,
    outdir: "unused",
    platform: "node",
    format: "esm",
    external: ["sharp", "harfbuzzjs"], // HarfBuzz has one; a thread that imports it is ended when it is evaluated
    supported: { "top-level-await": false },
    loader: { ".node": "empty" },
    logLevel: "silent",
  });
  return bundle.then(
    () => [],
    ({ errors }: BuildFailure) => errors.map(({ text, location }) => `${location?.file}: ${text}`),
  );
};

suite("the script of a thread", () => {
  test("has no top-level await, and neither has what it imports but HarfBuzz", async () => {
    assert.ok(scripts.includes("lib/pdf/proof/thread.ts") && scripts.includes("lib/engines/csv/thread.ts"));
    assert.deepEqual(await topLevelAwaitsOf(scripts), []);
  });

  test("with a top-level await is found", async () => {
    const errors = await topLevelAwaitsOf(["functions/index.ts"]);
    assert.match(errors.join("\n"), /top-level await/i);
  });
});

test("a thread that is ended at once is evaluated first, and ends with its job", async () => {
  const { signal } = new AbortController();
  const start = () => startThread<string, unknown>({ script, resourceLimits: {}, processorTimeMs: 60_000 });
  const ends = Array.from({ length: THREADS_OF_ONE_MOMENT }, async () => {
    const thread = start();
    const job = assert.rejects(thread.run("loop", signal, []), /ended without an answer/);
    await thread.end();
    assert.equal(thread.isAlive, false);
    await job;
  });
  await Promise.all(ends);
});

test("a job that needs more memory than its thread may have is refused with that reason", async () => {
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
  const thread = startThread<string, unknown>({ script, resourceLimits, processorTimeMs: 60_000 });
  await assert.rejects(thread.run("memory", new AbortController().signal, []), {
    code: "PROCESSING_FAILED",
    reason: "memory-exceeded",
    message: "The document needs more memory than one document may use.",
  });
});
