import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { zip } from "../../../layers/libreoffice/zip.ts";
import { excelToHtml } from "../../../lib/engines/office/embedded/excel.ts";
import { docxFile } from "../../../lib/fields/office-file.ts";
import { prepareWorkbook } from "../../../lib/ooxml/excel/prepare.ts";
import { sheetsOf } from "../../../lib/ooxml/excel/workbook.ts";
import { openPackage } from "../../../lib/ooxml/package.ts";
import { attributesIn, nextTag } from "../../../lib/ooxml/tags.ts";
import { prepareWord } from "../../../lib/ooxml/word/prepare.ts";
import { docx, docxFiles, paragraph } from "../../support/office/docx.ts";
import { xlsx, xlsxFiles } from "../../support/office/xlsx.ts";

const MEGABYTE = 1_000_000;

const attributes = (tag: string) => attributesIn(tag, nextTag(tag, 0)!).map(({ name, value }) => `${name}=${value}`);

const workbookOf = (sheet: RegExp, change: (tag: string) => string): Buffer => {
  const files = xlsxFiles([{ rows: [[1]] }]);
  return zip({ ...files, "xl/workbook.xml": String(files["xl/workbook.xml"]).replace(sheet, change) });
};

const wordWith = (change: (xml: string) => string): Buffer => {
  const files = docxFiles(paragraph("x"));
  return zip({ ...files, "word/document.xml": change(String(files["word/document.xml"])) });
};

/** Seconds of processor time that two long parts take at most; they take some tenths. */
const LONG_PARTS_LIMIT_S = 5;

suite("hostile Office documents", { timeout: 600_000 }, () => {
  test("attributes are read in one pass, whatever is between them", () => {
    assert.deepEqual(attributes(`<a r:id="1" b = '2>"' c d=3 "e='4'" f="5"/>`), ["r:id=1", `b=2>"`, "f=5"]);
    assert.deepEqual(attributes(`<a ${"b".repeat(5 * MEGABYTE)} c="1">`), ["c=1"]);
    assert.deepEqual(attributes(`<a ${"b ".repeat(2 * MEGABYTE)} c="1">`), ["c=1"]);
    assert.deepEqual(attributes(`<a"b" c="1">`), ["c=1"]);
  });

  test("a long tag and a long prolog take linear time", async () => {
    const begun = process.cpuUsage();
    await docxFile.check(wordWith((xml) => xml.replace("<w:body>", `<w:body><${"a".repeat(MEGABYTE)}/>`)));
    const parts = { "word/long.xml": `${"<!---->".repeat(MEGABYTE)}<!DOCTYPE a><a/>` };
    await assert.rejects(async () => docxFile.check(docx(paragraph("x"), { parts })), { message: /document type/ });
    const { user, system } = process.cpuUsage(begun);
    assert.ok((user + system) / 1e6 < LONG_PARTS_LIMIT_S, `${user + system} µs`);
  });

  test("a document whose runs repeat long properties for each symbol is refused", async () => {
    const run = `<w:r><w:rPr>${"<w:b/>".repeat(5000)}</w:rPr><w:t>${"a\u{1f600}".repeat(5000)}</w:t></w:r>`;
    const bytes = docx(`<w:p>${run}</w:p>`);
    const officePackage = await openPackage(bytes);
    assert.throws(() => prepareWord(officePackage, bytes), { code: "PROCESSING_FAILED", message: /grows too much/ });
  });

  test("a workbook whose formulas ask for computed words of INFO in all cells is refused", async () => {
    const cell = { xml: `<c><f>INFO(${"A1&amp;".repeat(180)}A1)</f></c>` };
    const bytes = xlsx(Array.from({ length: 6000 }, () => [cell]));
    const officePackage = await openPackage(bytes);
    const sheets = await sheetsOf(officePackage);
    assert.throws(() => prepareWorkbook(officePackage, bytes, sheets, { fileName: "a.xlsx" }), {
      code: "PROCESSING_FAILED",
      message: /grows too much/,
    });
  });

  test("many parts that unpack to much together are a bomb", async () => {
    const parts = Array.from({ length: 10 }, (_, at) => [`word/media/${at}.bin`, Buffer.alloc(20 * MEGABYTE)] as const);
    const bytes = zip({ ...docxFiles(paragraph("x")), ...Object.fromEntries(parts) });
    await assert.rejects(async () => docxFile.check(bytes), { code: "UNSUPPORTED_MEDIA_TYPE", message: /ZIP bomb/ });
  });

  test("two sheets of one part are refused, and so are too many sheets", async () => {
    const sheet = /<sheet [^>]*>/;
    const twice = await openPackage(workbookOf(sheet, (tag) => tag + tag));
    await assert.rejects(sheetsOf(twice), { code: "UNSUPPORTED_MEDIA_TYPE", message: /same part/ });
    const many = await openPackage(workbookOf(sheet, (tag) => tag.repeat(100_000)));
    await assert.rejects(sheetsOf(many), { code: "PROCESSING_FAILED", message: /100,000 sheets/ });
  });

  test("without LibreOffice, only cells that exist are visited", { timeout: 20_000 }, async () => {
    const convert = async (bytes: Buffer) => excelToHtml(bytes, await sheetsOf(await openPackage(bytes)));
    const claims = xlsx([[7]], { before: '<dimension ref="A1:XFD1048576"/>' });
    assert.match((await convert(claims)).body, /<td class=n>7<\/td>/);
    const merged = xlsx([[7]], { after: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>' });
    assert.match((await convert(merged)).body, /rowspan=1 colspan=1>7<\/td>/);
    const corners = xlsx([[{ xml: '<c r="XFD1"><v>1</v></c>' }], ...Array.from({ length: 999 }, () => [1])]);
    await assert.rejects(convert(corners), { code: "PROCESSING_FAILED", message: /1,000,000 cells/ });
  });
});
