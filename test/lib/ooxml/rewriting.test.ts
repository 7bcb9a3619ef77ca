import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { type Files, zip } from "../../../layers/libreoffice/zip.ts";
import { docxFiles, paragraph } from "../../support/office/docx.ts";
import { noOffice, printExcel, printWord } from "../../support/office/engine.ts";
import { xlsxFiles } from "../../support/office/xlsx.ts";
import { textOf } from "../../support/pdf-text.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

const withBackslashes = (files: Files): Buffer =>
  zip(Object.fromEntries(Object.entries(files).map(([name, content]) => [name.replaceAll("/", "\\"), content])));

suite("a package whose names have backslashes", { skip: noOffice, concurrency: 2 }, () => {
  test("is printed if it is a Word document", async () => {
    assert.match(
      await textOf(await printWord(withBackslashes(docxFiles(paragraph("packed on Windows"))))),
      /packed on/,
    );
  });

  test("is printed if it is a workbook", async () => {
    assert.match(await textOf(await printExcel(withBackslashes(xlsxFiles([{ rows: [[1234]] }])))), /1234/);
  });
});
