import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { writeRules } from "../../../layers/fonts/install.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";
import { run } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder("font-cache");

const fill = async () => {
  const { ended, output } = run("test/support/fill-font-cache.ts", [], { PLATEN_FONTS: folder });
  assert.equal(await ended, 0, output.stderr);
};

const skip = existsSync(join(fontsFolder, "fonts.conf")) ? false : "the fonts are not set up here";
test("Chromium's cache of the fonts is written at set-up, once, for a folder whose time a container image keeps", {
  skip,
}, async () => {
  for (const name of ["files", "cache"]) mkdirSync(join(folder, name));
  cpSync(join(fontsFolder, "files/LiberationSans-Regular.ttf"), join(folder, "files/LiberationSans-Regular.ttf"));
  await writeRules(folder);
  await fill();
  const written = readdirSync(join(folder, "cache")).filter((name) => /\.cache-\d+$/.test(name));
  assert.equal(written.length, 1);
  assert.equal(statSync(join(folder, "files")).mtimeMs % 1000, 0);
  const file = join(folder, "cache", written[0]!);
  const { mtimeMs } = statSync(file);
  await fill();
  assert.equal(statSync(file).mtimeMs, mtimeMs);
});
