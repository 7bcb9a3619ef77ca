// Before the settings are read.
import "../../support/tight-settings.ts";

import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { warmParts } from "../../../lib/engines/warm.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { noOffice, printWord } from "../../support/office/engine.ts";
import { textOf } from "../../support/pdf-text.ts";
import { print, stopEngines } from "../../support/print.ts";
import { temp } from "../../support/tight-settings.ts";

const page = async () => (await print({ html: "<p>printed" })).pdf;
const letter = () => printWord(docx(paragraph("printed")));

after(async () => {
  await stopEngines();
  rmSync(temp, { recursive: true });
});

for (const [what, work, engine, skip] of [
  ["pages are", page, "chromium", false],
  ["letters are", letter, "libreoffice", noOffice],
] as const) {
  test(`${what} printed again after somebody has swept the temp folder`, { skip }, async () => {
    await work();
    for (const name of readdirSync(temp)) rmSync(join(temp, name), { recursive: true, force: true });
    // Browsers that were made ready before have lost their folders: each costs one document.
    for (let tries = 0; tries < 4; tries++) await work().catch(() => {});
    assert.match(await textOf(await work()), /printed/);
    for (const [name, part] of warmParts()) if (name.startsWith(engine)) await part.check();
  });
}
