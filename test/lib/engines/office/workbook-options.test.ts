import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { zip } from "../../../../layers/libreoffice/zip.ts";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { workbookOptions } from "../../../../lib/fields/workbook-options.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { type SheetParts, xlsx, xlsxFiles } from "../../../support/office/xlsx.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const run = (bytes: Buffer, options: object) =>
  excelToPdf.run({ bytes, options: workbookOptions.parse(options) }, AbortSignal.timeout(600_000));
const pagesOf = async (bytes: Buffer, options: object) => readPages(await bytesOf(await run(bytes, options)));
const textsOf = async (bytes: Buffer, options: object) =>
  (await pagesOf(bytes, options)).map(({ text }) => text.trim());
const sizeOf = async (bytes: Buffer, options: object) => {
  const [page] = await pagesOf(bytes, options);
  return [Math.round(page!.width), Math.round(page!.height)];
};

const sheets = (...parts: Partial<SheetParts>[]): Buffer =>
  zip(xlsxFiles(parts.map((part, index) => ({ rows: [[`text${index + 1}`]], ...part }))));
const three = sheets({}, {}, { attributes: 'state="hidden"' });
const long = xlsx(Array.from({ length: 160 }, (_, row) => [`row${row}`]));
const wide = xlsx([Array.from({ length: 20 }, (_, column) => `column${column}`)]);
const small = xlsx([["x"]]);

suite("a workbook is printed", { skip: noOffice, concurrency: 2 }, () => {
  test("on the given paper, which lies as the sheet does unless landscape says otherwise", async () => {
    const lying = xlsx([["x"]], { after: '<pageSetup paperSize="9" orientation="landscape"/>' });
    assert.deepEqual(await sizeOf(small, { format: "A5" }), [420, 595]);
    assert.deepEqual(await sizeOf(small, { format: "letter", landscape: true }), [792, 612]);
    assert.deepEqual(await sizeOf(lying, { format: "A5" }), [595, 420]);
    assert.deepEqual(await sizeOf(lying, { landscape: false }), [595, 842]);
    assert.deepEqual(await sizeOf(small, { landscape: true }), [842, 595]);
    assert.deepEqual(await sizeOf(small, { format: "Ledger" }), [1224, 792]);
  });

  test("with the given margins, in which its header stays", async () => {
    const headed = xlsx([["x"]], { after: "<headerFooter><oddHeader>&amp;Chead</oddHeader></headerFooter>" });
    for (const [name, bytes] of Object.entries({ small, headed })) {
      const [page] = await pagesOf(bytes, { marginLeft: "5cm", marginTop: "4cm" });
      const at = page!.words.find(({ text }) => text === "x")!;
      assert.ok(Math.abs(at.x - 141.7) < 6, `${name}: ${at.x}`);
      assert.ok(Math.abs(at.y - 113.4) < 20, `${name}: ${at.y}`);
      assert.equal(page!.text.includes("head"), name === "headed");
    }
  });

  test("with the given scale, whatever the sheet's own is", async () => {
    const scaled = xlsx([["x"]], { after: '<pageSetup scale="50"/>' });
    const fitted = xlsx([["x"]], {
      before: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
      after: '<pageSetup fitToHeight="0"/>',
    });
    for (const bytes of [small, scaled, fitted]) {
      const [double] = await pagesOf(bytes, { scale: 2 });
      const [half] = await pagesOf(bytes, { scale: 0.5 });
      const sizeIn = (page: typeof double) => page!.words.find(({ text }) => text === "x")!.size;
      assert.ok(Math.abs(sizeIn(double) / sizeIn(half) - 4) < 0.1);
    }
  });

  test("with all columns on one page if they are to fit, and as large as they are if not", async () => {
    assert.equal((await pagesOf(wide, { fitToWidth: true, landscape: false })).length, 1);
    assert.ok((await pagesOf(wide, { fitToWidth: false, landscape: false })).length >= 2);
    assert.ok((await pagesOf(long, { fitToWidth: true })).length >= 3);
  });

  test("with the chosen sheets alone, hidden ones too", async () => {
    assert.deepEqual(await textsOf(three, {}), ["text1", "text2"]);
    assert.deepEqual(await textsOf(three, { sheets: ["Sheet2"] }), ["text2"]);
    assert.deepEqual(await textsOf(three, { sheets: ["sheet3", 1] }), ["text1", "text3"]);
    assert.deepEqual(await textsOf(three, { sheets: 3 }), ["text3"]);
  });

  test("with the chosen pages alone", async () => {
    const all = await textsOf(long, {});
    assert.ok(all.length >= 3);
    assert.deepEqual(await textsOf(long, { pageRanges: "2" }), [all[1]]);
    assert.deepEqual(await textsOf(long, { pageRanges: "1, 3-3" }), [all[0], all[2]]);
    assert.equal((await run(long, { pageRanges: "2-3" })).pages, 2);
    assert.deepEqual(await textsOf(three, { sheets: [3, 2], pageRanges: "2" }), ["text3"]);
  });

  for (const [what, bytes, options, message] of [
    ["a sheet that it does not have", three, { sheets: ["Sheet4"] }, /"Sheet4".*3 in all/],
    ["a number beyond its sheets", three, { sheets: [4] }, /4, which is not a sheet/],
    ["pages beyond its last", small, { pageRanges: "1-2" }, /last page, which is 1\./],
    ["margins as wide as its paper", small, { marginLeft: "20cm" }, /no room/],
    ["margins as high as its paper", small, { marginTop: "29cm" }, /no room/],
  ] as const) {
    test(`or refused for ${what}`, async () => {
      await assert.rejects(run(bytes, options), { code: "INVALID_REQUEST", message });
    });
  }
});
