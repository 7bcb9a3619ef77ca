// Before the settings are read.
import "../../support/tight-settings.ts";

import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { warmParts } from "../../../lib/workers/warm.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { noOffice, printWord } from "../../support/office/engine.ts";
import { textOf } from "../../support/pdf-text.ts";
import { print, stopEngines } from "../../support/print.ts";
import { temp } from "../../support/tight-settings.ts";
import { until } from "../../support/until.ts";

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
  test(`${what} printed again after the temp folder was emptied`, { skip }, async () => {
    await work();
    const [, part] = [...warmParts()].find(([name]) => name.startsWith(engine))!;
    const sweep = () => {
      for (const name of readdirSync(temp)) rmSync(join(temp, name), { recursive: true, force: true, maxRetries: 10 });
    };
    await part.check();
    sweep();
    assert.match(await textOf(await work()), /printed/);
    await part.check();
    sweep();
    // Whoever asks for its health alone, and sends no document, sees it recover.
    const isWell = () =>
      part.check().then(
        () => true,
        () => false,
      );
    await until(isWell);
  });
}
