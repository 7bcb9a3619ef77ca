import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fontsFolder } from "../../../lib/fonts/folder.ts";

const skip = existsSync(join(fontsFolder, "fonts.conf")) ? false : "the fonts are not set up here";

test("fontconfig does not see the fonts that only PDFs get which name a standard font", { skip }, () => {
  const files = readdirSync(join(fontsFolder, "files"));
  assert.deepEqual(readdirSync(join(fontsFolder, "standard")).sort(), ["FoxitDingbats.pfb", "FoxitSymbol.pfb"]);
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((file) => /foxit/i.test(file)),
    [],
  );
  const rules = ["fonts.conf", "office.conf", "east-asian.conf"].map((file) =>
    readFileSync(join(fontsFolder, file), "utf8"),
  );
  const folders = [...rules.join("").matchAll(/<dir>(.*?)<\/dir>/g)].map(([, folder]) => folder);
  assert.deepEqual(folders, [join(fontsFolder, "files"), join(fontsFolder, "signs")]);
});
