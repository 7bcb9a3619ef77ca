import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { withStoredBinaryCells } from "../../../../lib/ooxml/excel/binary-sheets.ts";
import { openPackage } from "../../../../lib/ooxml/package.ts";
import { PackageRewriter } from "../../../../lib/ooxml/rewriting.ts";

const SHEET = "xl/worksheets/sheet1.bin";
/** The protection of a sheet (BrtSheetProtection), with fields of zeros. */
const PROTECTION = Buffer.from([0x97, 0x04, 66, ...Buffer.alloc(66)]);

test("the stored cells of a binary workbook are not protected", async () => {
  const bytes = readFileSync(new URL("../../../fixtures/office/formula.xlsb", import.meta.url));
  const rewriting = new PackageRewriter(await openPackage(bytes));
  const sheet = rewriting.bytes(SHEET) ?? assert.fail();
  rewriting.replace(SHEET, Buffer.concat([PROTECTION, sheet]));
  const stored = withStoredBinaryCells(await openPackage(rewriting.finish() ?? assert.fail())) ?? assert.fail();
  const opened = await openPackage(stored);
  const file = opened.files.get(SHEET) ?? assert.fail();
  const content = opened.read(file);
  assert.equal(content.length, PROTECTION.length + sheet.length);
  assert.notDeepEqual(content.subarray(0, 2), PROTECTION.subarray(0, 2));
});
