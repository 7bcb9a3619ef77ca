import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { installFonts, writeRules } from "../../../layers/fonts/install.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "platen-fonts-")));
after(() => rmSync(root, { recursive: true }));

test("the rules name the folder of the fonts itself, also after a set-up that reaches it by a link", async () => {
  const [folder, link] = [join(root, "fonts"), join(root, "link")];
  mkdirSync(folder);
  await writeRules(folder);
  symlinkSync(folder, link);
  await installFonts(() => {}, link);
  const rules = readFileSync(join(folder, "fonts.conf"), "utf8");
  assert.ok(rules.includes(`<dir>${folder}/files</dir>`), rules);
});
