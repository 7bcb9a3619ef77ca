import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installFonts, writeRules } from "../../../layers/fonts/install.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const root = temporaryFolder("fonts");

test("the rules name the folder of the fonts itself, also after a set-up that reaches it by a link", async () => {
  const [folder, link] = [join(root, "fonts"), join(root, "link")];
  mkdirSync(folder);
  await writeRules(folder);
  symlinkSync(folder, link);
  await installFonts(() => {}, link);
  const rules = readFileSync(join(folder, "fonts.conf"), "utf8");
  assert.ok(rules.includes(`<dir>${folder}/files</dir>`), rules);
});
