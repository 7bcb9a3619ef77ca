import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { launch } from "../../../../lib/engines/chromium/browser.ts";
import { version } from "../../../../lib/engines/chromium/installation.ts";
import { htmlToPdf } from "../../../../lib/engines/html-to-pdf.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const empty = temporaryFolder("empty");

test("the layer pins the installed package, and the engine's name has the version of the running browser", async () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../package-lock.json"), "utf8"));
  assert.equal(lock.packages["node_modules/@sparticuz/chromium"].version, version);
  const browser = await launch();
  const { result } = await browser.session.send("Runtime.evaluate", { expression: "navigator.userAgent" });
  await browser.kill();
  assert.equal(htmlToPdf.name, `chromium/${version.split(".").slice(0, 2).join(".")}`);
  assert.match(result.value, new RegExp(`Chrome/${version.split(".")[0]}\\.`));
});

for (const [what, name] of [
  ["Chromium", "PLATEN_CHROMIUM"],
  ["The font set", "PLATEN_FONTS"],
] as const) {
  test(`a start without ${what} fails with an error of one line`, () => {
    const script = `
      import { warmParts } from ${JSON.stringify(join(import.meta.dirname, "../../../../lib/workers/warm.ts"))};
      await import(${JSON.stringify(join(import.meta.dirname, "../../../../lib/engines/html-to-pdf.ts"))});
      const [, chromium] = [...warmParts()].find(([name]) => name.startsWith("chromium/"));
      await chromium.start().catch(({ message }) => console.log(message));`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      env: { ...process.env, [name]: empty },
    });
    assert.match(stdout, new RegExp(`^${what} is missing: .+\\n$`), stderr);
  });
}
