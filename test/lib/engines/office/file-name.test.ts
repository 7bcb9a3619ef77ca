import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { fileName } from "../../../../lib/engines/office/file-name.ts";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { docx } from "../../../support/office/docx.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { xlsx } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const LETTERS = "Größe & (y)'s {b}c=d+e,$f~g!*漢字";
/** Calc prints these as they stand in an address. */
const MORE = '50%25 "x" #1? [ä]; %00 %2e';

suite("a document's file is called as the caller calls it", () => {
  for (const [what, given, called] of [
    ["as it is", "Budget 2026.xlsx", "Budget 2026.xlsx"],
    ["where it has capitals", "BUDGET.XLSX", "BUDGET.XLSX"],
    ["where it has another ending", "budget.bin", "budget.bin.xlsx"],
    ["without folders", "../../etc/C:\\x\\budget.xlsx", "budget.xlsx"],
    ["without control characters", "a\tb\nc\u0000.xlsx", "abc.xlsx"],
    ["without half a character", "a\ud800.xlsx", "a.xlsx"],
    ["where nothing else is there", ".xlsx", "workbook.xlsx"],
    ["where it is only folders", "../..//", "workbook.xlsx"],
    ["where there is none", undefined, "workbook.xlsx"],
    ["cut to what file systems take", `${"漢".repeat(300)}.xlsx`, `${"漢".repeat(66)}.xlsx`],
  ] as const) {
    test(what, () => assert.equal(fileName(given, "workbook.xlsx"), called));
  }
});

suite("fields print the name that the caller gave", { skip: noOffice, concurrency: 2 }, () => {
  test("a footer of a workbook", async () => {
    const bytes = xlsx([["cell"]], { after: "<headerFooter><oddFooter>&amp;L&amp;F</oddFooter></headerFooter>" });
    const pdf = await bytesOf(await excelToPdf.run({ bytes, name: `${LETTERS}.xlsx` }, AbortSignal.timeout(60_000)));
    assert.ok((await textOf(pdf)).includes(`${LETTERS}.xlsx`), await textOf(pdf));
  });

  test("a field of a document", async () => {
    const bytes = docx('<w:p><w:fldSimple w:instr="FILENAME"><w:r><w:t>old.docx</w:t></w:r></w:fldSimple></w:p>');
    const pdf = await bytesOf(
      await wordToPdf.run({ bytes, name: `${MORE} ${LETTERS}.docx` }, AbortSignal.timeout(60_000)),
    );
    assert.ok((await textOf(pdf)).includes(`${MORE} ${LETTERS}.docx`), await textOf(pdf));
  });

  test("a name that is almost too long, next to no name", async () => {
    const bytes = docx("<w:p><w:r><w:t>hello</w:t></w:r></w:p>");
    for (const name of ["漢".repeat(300), "%00".repeat(80), "\0", undefined]) {
      const pdf = await bytesOf(await wordToPdf.run({ bytes, name }, AbortSignal.timeout(60_000)));
      assert.match(await textOf(pdf), /hello/);
    }
  });
});
