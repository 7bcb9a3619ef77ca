import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { type Files, zip } from "../../../layers/libreoffice/zip.ts";
import { docxFiles, paragraph } from "../../support/office/docx.ts";
import { noOffice, printExcel, printWord } from "../../support/office/engine.ts";
import { xlsxFiles } from "../../support/office/xlsx.ts";
import { textOf } from "../../support/pdf-text.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

const withPrefix = (xml: string): string => xml.replace(/<(\/?)(\w)/g, "<$1p:$2").replace("xmlns=", "xmlns:p=");

const withPrefixes = (files: Files): Buffer =>
  zip(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        /\.rels$|^\[Content_Types\]/.test(name) ? withPrefix(String(content)) : content,
      ]),
    ),
  );

suite("a package whose lists of parts have a prefix", { skip: noOffice, concurrency: 2 }, () => {
  test("is printed if it is a Word document", async () => {
    assert.match(
      await textOf(await printWord(withPrefixes(docxFiles(paragraph("as JAXB writes it"))))),
      /as JAXB writes/,
    );
  });

  test("is printed if it is a workbook", async () => {
    assert.match(await textOf(await printExcel(withPrefixes(xlsxFiles([{ rows: [[1234]] }])))), /1234/);
  });
});
