import assert from "node:assert/strict";
import { globSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { run } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder("compile-cache");

const fill = async () => {
  const { ended, output } = run("test/support/fill-compile-cache.ts", [folder], { NODE_COMPILE_CACHE: "" });
  assert.equal(await ended, 0, output.stderr);
};

/** The files of the cache. */
const entries = () => globSync(`${folder}/*/*/*`).filter((file) => statSync(file).isFile());

test("the code of engines is compiled once, before they read documents behind walls", async () => {
  await fill();
  const written = entries();
  assert.ok(written.length > 50, `${written.length} files`);
  const bytes = written.reduce((sum, file) => sum + readFileSync(file).length, 0);
  assert.ok(bytes > 500_000, `${bytes} bytes`);
  const times = written.map((file) => statSync(file).mtimeMs);
  await fill();
  assert.deepEqual(
    entries().map((file) => statSync(file).mtimeMs),
    times,
  );
});
