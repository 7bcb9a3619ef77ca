import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { docx, paragraph } from "../../../support/office/docx.ts";

const folder = mkdtempSync(join(tmpdir(), "platen-test-"));
const temp = join(folder, "temp");
const loader = join(folder, "lib/ld-linux-x86-64.so.2");
for (const name of ["temp", "lib"]) mkdirSync(join(folder, name));
writeFileSync(join(folder, "tree.json"), JSON.stringify({ libreoffice: "1.2.3" }));
after(() => rmSync(folder, { recursive: true }));

// The settings are read by the imports below.
Object.assign(process.env, { PLATEN_LIBREOFFICE: folder, PLATEN_TEMP: temp });
const { printWord } = await import("../../../support/office/engine.ts");

for (const [fault, setUp, message] of [
  ["has no program", () => {}, `${loader} does not exist.`],
  ["ends immediately after its start", () => cpSync("/bin/false", loader, { dereference: true }), "LibreOffice ended"],
] as const) {
  test(`a LibreOffice that ${fault} fails each document, and leaves no files`, async () => {
    setUp();
    for (let count = 0; count < 3; count++) {
      await assert.rejects(printWord(docx(paragraph("Hello"))), { message });
      assert.deepEqual(readdirSync(temp), []);
    }
  });
}
