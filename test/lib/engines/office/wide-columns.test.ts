import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { workbookOptions } from "../../../../lib/fields/workbook-options.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { type Cell, xlsx } from "../../../support/office/xlsx.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

/** A text of about 240 characters: wider than a page, and not quite as wide as the widest column of Excel. */
const long = `${Array.from({ length: 29 }, (_, index) => `word${100 + index}`).join(" ")} end`;

const FIT_TO_PAGES = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';

/** The widths of columns, in characters, from the first. */
const columns = (...widths: readonly number[]): string =>
  `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join("")}</cols>`;

const pagesOf = async (bytes: Buffer, options: object = {}) =>
  readPages(
    await bytesOf(
      await excelToPdf.run({ bytes, options: workbookOptions.parse(options) }, AbortSignal.timeout(600_000)),
    ),
  );

const sizeOf = (pages: Awaited<ReturnType<typeof pagesOf>>, word: string) =>
  pages.flatMap(({ words }) => words).find(({ text }) => text === word)!.size;

const wholeTexts = (pages: Awaited<ReturnType<typeof pagesOf>>) =>
  pages.filter(({ text }) => text.replace(/\s+/g, " ").includes(long)).length;

suite("a column that is wider than its page is printed whole", { skip: noOffice, concurrency: 2 }, () => {
  for (const [what, rows, before, after = "", options = {}] of [
    ["alone", [[long]], columns(255)],
    ["beside as wide ones", [[long, long, long, long]], columns(255, 255, 255, 255)],
    ["on a sheet with a scale", [["x", long]], columns(10, 255), '<pageSetup scale="90"/>'],
    ["on a sheet that is fitted to a page", [[long]], FIT_TO_PAGES + columns(255), '<pageSetup fitToHeight="0"/>'],
    [
      "on a sheet that is fitted to pages",
      [[long, long]],
      FIT_TO_PAGES + columns(255, 255),
      '<pageSetup fitToWidth="2"/>',
    ],
    ["with the caller's scale", [[long]], columns(255), "", { scale: 1.5 }],
    ["if the columns are not to fit", [["x", long]], columns(10, 255), "", { fitToWidth: false }],
  ] as readonly [string, Cell[][], string, string?, object?][]) {
    test(what, async () => {
      const pages = await pagesOf(xlsx(rows, { before, after }), options);
      const count = rows[0]!.filter((text) => text === long).length;
      const joined = pages.map(({ text }) => text.replace(/\s+/g, " ")).join("\n");
      assert.equal(joined.split(long).length - 1, count, joined);
    });
  }

  test("beside columns that each page repeats", async () => {
    const title =
      '<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">Sheet1!$A:$A</definedName></definedNames>';
    const bytes = xlsx(
      [["x", "y", long]],
      { before: columns(60, 250, 255), after: '<pageSetup scale="99"/>' },
      { workbook: title },
    );
    assert.equal(wholeTexts(await pagesOf(bytes)), 1);
  });

  test("and changes no scale if it is empty, or if the pages of the sheet need a smaller one", async () => {
    const empty = await pagesOf(
      xlsx([["x", { xml: "" }, "z"]], { before: columns(9, 255, 9), after: '<pageSetup scale="99"/>' }),
    );
    const plain = await pagesOf(xlsx([["x", "z"]], { after: '<pageSetup scale="99"/>' }));
    assert.equal(sizeOf(empty, "x"), sizeOf(plain, "x"));
    const rows = Array.from({ length: 300 }, (_, row) => [`row${row}`, row === 0 ? long : ""]);
    const onOne = { before: FIT_TO_PAGES + columns(9, 255), after: "<pageSetup/>" };
    assert.equal((await pagesOf(xlsx(rows, onOne))).length, 1);
  });
});
