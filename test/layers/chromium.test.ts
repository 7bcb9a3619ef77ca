import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildChromiumLayer } from "../../layers/chromium/build.ts";
import { fontsFolder } from "../../lib/engines/fonts.ts";

let folder = "";
before(() => {
  folder = mkdtempSync(join(tmpdir(), "platen-layer-"));
});
after(() => rmSync(folder, { recursive: true }));

test("the layer fits Lambda with the fonts, and prints from what it unpacks, which it removes again", async () => {
  const layer = join(folder, "layer");
  const size = await buildChromiumLayer(layer, fontsFolder, 1);
  assert.ok(size < 200 * 1024 * 1024, `${size} bytes`);
  const script = `
    import { print, stopEngines } from ${JSON.stringify(join(import.meta.dirname, "../support/print.ts"))};
    const both = await Promise.all([print({ html: "<p>one" }), print({ html: "<p>two" })]);
    console.log(both.map(({ pdf }) => Buffer.from(pdf.subarray(0, 4)).toString()).join(" "));
    await stopEngines();`;
  const temp = mkdtempSync(join(folder, "temp-"));
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { ...process.env, PLATEN_CHROMIUM: join(layer, "chromium"), PLATEN_FONTS: fontsFolder, PLATEN_TEMP: temp },
  });
  assert.equal(stdout, "%PDF %PDF\n", stderr);
  assert.deepEqual(readdirSync(temp), []);
});
