import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { zip } from "../../../layers/libreoffice/zip.ts";
import type { FileKind } from "../../../lib/contract/contract.ts";
import { docxFile, xlsxFile } from "../../../lib/fields/office-file.ts";
import { docx, docxFiles, paragraph } from "../../support/office/docx.ts";
import { forgedExcel, forgedWord } from "../../support/office/forged.ts";
import { xlsx } from "../../support/office/xlsx.ts";

const refused = async ({ check }: FileKind, bytes: Buffer, reason: RegExp): Promise<void> => {
  await assert.rejects(async () => check(bytes), { code: "UNSUPPORTED_MEDIA_TYPE", message: reason });
};

suite("where a Word document is expected", () => {
  for (const [what, [bytes, reason]] of Object.entries(forgedWord)) {
    test(`${what} is refused, with the reason`, () => refused(docxFile, bytes(), reason));
  }

  test("a genuine one is accepted, also with its own namespace prefix, in UTF-16, or with bytes after its end", async () => {
    const files = docxFiles(paragraph("Hello"));
    const main = "word/document.xml";
    const utf16 = Buffer.from(`\ufeff${String(files[main]).replace("UTF-8", "UTF-16")}`, "utf16le");
    const renamed = String(files[main])
      .replaceAll("<w:", "<x:")
      .replaceAll("</w:", "</x:")
      .replace("xmlns:w=", "xmlns:x=");
    const genuine = docx(paragraph("Hello"));
    for (const bytes of [
      genuine,
      zip({ ...files, [main]: utf16 }),
      zip({ ...files, [main]: renamed }),
      Buffer.concat([genuine, Buffer.from("trailing")]),
    ]) {
      await docxFile.check(bytes);
    }
  });
});

suite("where a workbook is expected", () => {
  for (const [what, [bytes, reason]] of Object.entries(forgedExcel)) {
    test(`${what} is refused, with the reason`, () => refused(xlsxFile, bytes(), reason));
  }

  test("a genuine one is accepted", async () => xlsxFile.check(xlsx([["Hello"]])));
});
