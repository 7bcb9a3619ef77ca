import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
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

test("rules that have changed empty fontconfig's cache, and equal ones keep it", async () => {
  const folder = join(root, "cached");
  const cached = join(folder, "cache", "0.cache-9");
  mkdirSync(join(folder, "cache"), { recursive: true });
  await writeRules(folder);
  writeFileSync(cached, "");
  await writeRules(folder);
  assert.ok(existsSync(cached));
  writeFileSync(join(folder, "office.conf"), "<fontconfig/>");
  await writeRules(folder);
  assert.ok(!existsSync(cached));
});
