import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { xlsx } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const signal = () => AbortSignal.timeout(600_000);
const linesOf = async (output: Parameters<typeof bytesOf>[0]) =>
  (await textOf(await bytesOf(output)))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** A workbook that is printed with these formulas below each other, and this header. */
const printedWorkbook = async (formulas: readonly string[], header = "") => {
  const cell = (formula: string, row: number) =>
    `<c r="A${row + 1}"><f>${formula.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}</f></c>`;
  const rows = formulas.map((formula, row) => [{ xml: cell(formula, row) }]);
  const after = `<headerFooter><oddHeader>${header}</oddHeader></headerFooter>`;
  return linesOf(await excelToPdf.run({ bytes: xlsx(rows, { after }), name: 'my "book.xlsx' }, signal()));
};

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const instruction = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const field = (codes: readonly string[], result?: string) =>
  mark("begin") +
  codes.map(instruction).join("") +
  (result === undefined ? "" : mark("separate") + run(result)) +
  mark("end");

suite("the folder of a file and the server's system are not printed", { skip: noOffice, concurrency: 2 }, () => {
  test("by formulas of a workbook, which get the values of Excel", async () => {
    const lines = await printedWorkbook([
      'CELL("filename")',
      "CELL( \"FileName\" ,'Other ''sheet'!A1)",
      'MID(CELL("filename",A1),FIND("]",CELL("filename",A1))+1,255)',
      'CELL("file"&"name",A1)',
      'CELL("row",A3)',
      'INFO("system")&INFO("release")&INFO("recalc")&INFO("numfile")',
      'INFO("directory")&LEN("CELL(""filename"")")',
      'INFO("nothing")',
      'INFO("re"&"lease")',
    ]);
    assert.deepEqual(lines, [
      '[my "book.xlsx]Sheet1',
      "[my \"book.xlsx]Other 'sheet",
      "Sheet1",
      '[my "book.xlsx]Sheet1',
      "3",
      "pcdos16.0Automatic1",
      "16",
      "#VALUE!",
      "16.0",
    ]);
  });

  test("by the header of a sheet, which keeps its name", async () => {
    assert.deepEqual(await printedWorkbook(["1"], "&amp;L&amp;Z&amp;F &#38;z&amp;&amp;Zoo"), [
      'my "book.xlsx &Zoo',
      "1",
    ]);
  });

  test("by fields of a document, which print their stored result or the name", async () => {
    const fields = [
      field(["FILENAME \\p"], "stored.docx"),
      field(["FILENAME \\p"]),
      field(["FILE", "NAME ", "\\", "p"]),
      field(["FILENAME"]),
      field(['FILENAME "\\p"'], "quoted.docx"),
      field(["NUMWORDS"], "1234"),
      field(["TEMPLATE"], "Letter.dotx"),
      '<w:fldSimple w:instr=" FILENAME \\* Upper \\p "><w:r><w:t>SIMPLE</w:t></w:r></w:fldSimple>',
    ];
    const bytes = docx(fields.map((content) => paragraph(run("x ") + content)).join(""));
    const lines = await linesOf(await wordToPdf.run({ bytes, name: "mine.docx" }, signal()));
    assert.deepEqual(lines, [
      "x stored.docx",
      "x mine.docx",
      "x",
      "x mine.docx",
      "x quoted.docx",
      "x 1234",
      "x Letter.dotx",
      "x SIMPLE",
    ]);
  });

  test("never, in a document whose only field has its code in pieces", async () => {
    const bytes = docx(paragraph(run("x ") + field(["FILE", "NAME ", "\\", "p"], "stored.docx")));
    assert.deepEqual(await linesOf(await wordToPdf.run({ bytes }, signal())), ["x stored.docx"]);
  });
});
