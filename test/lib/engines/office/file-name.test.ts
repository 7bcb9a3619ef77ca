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
/** Characters that are escaped in URLs. Only the Word test uses them, because Calc prints them escaped. */
const ESCAPED_CHARACTERS = '50%25 "x" #1? [ä]; %00 %2e';

suite("the file of a document is named", () => {
  for (const [rule, given, name] of [
    ["like the caller's file", "Budget 2026.xlsx", "Budget 2026.xlsx"],
    ["like the caller's file with capital letters", "BUDGET.XLSX", "BUDGET.XLSX"],
    ["with the extension of another Office file", "budget.xltm", "budget.xltm"],
    ["with the expected extension after another one", "budget.bin", "budget.bin.xlsx"],
    ["without folders", "../../etc/C:\\x\\budget.xlsx", "budget.xlsx"],
    ["without control characters", "a\tb\nc\u0000.xlsx", "abc.xlsx"],
    ["without lone surrogates", "a\ud800.xlsx", "a.xlsx"],
    ["workbook.xlsx if the name is only an extension", ".xlsx", "workbook.xlsx"],
    ["workbook.xlsx if the name is only folders", "../..//", "workbook.xlsx"],
    ["workbook.xlsx if the caller gives no name", undefined, "workbook.xlsx"],
    ["with at most 200 bytes before the extension", `${"漢".repeat(300)}.xlsx`, `${"漢".repeat(66)}.xlsx`],
  ] as const) {
    test(rule, () => assert.equal(fileName(given, "workbook.xlsx"), name));
  }
});

suite("the caller's file name is printed", { skip: noOffice, concurrency: 2 }, () => {
  test("in the footer of a workbook", async () => {
    const bytes = xlsx([["cell"]], { after: "<headerFooter><oddFooter>&amp;L&amp;F</oddFooter></headerFooter>" });
    const pdf = await bytesOf(await excelToPdf.run({ bytes, name: `${LETTERS}.xlsx` }, AbortSignal.timeout(600_000)));
    assert.ok((await textOf(pdf)).includes(`${LETTERS}.xlsx`), await textOf(pdf));
  });

  test("in a field of a Word document", async () => {
    const bytes = docx('<w:p><w:fldSimple w:instr="FILENAME"><w:r><w:t>old.docx</w:t></w:r></w:fldSimple></w:p>');
    const pdf = await bytesOf(
      await wordToPdf.run({ bytes, name: `${ESCAPED_CHARACTERS} ${LETTERS}.docx` }, AbortSignal.timeout(600_000)),
    );
    assert.ok((await textOf(pdf)).includes(`${ESCAPED_CHARACTERS} ${LETTERS}.docx`), await textOf(pdf));
  });

  test("or shortened: a document with a very long, an empty or no name is converted", async () => {
    const bytes = docx("<w:p><w:r><w:t>hello</w:t></w:r></w:p>");
    for (const name of ["漢".repeat(300), "%00".repeat(80), "\0", undefined]) {
      const pdf = await bytesOf(await wordToPdf.run({ bytes, name }, AbortSignal.timeout(600_000)));
      assert.match(await textOf(pdf), /hello/);
    }
  });
});
