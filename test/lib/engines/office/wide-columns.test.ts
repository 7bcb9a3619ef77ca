import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { officeToPdf } from "../../../../lib/engines/office-to-pdf.ts";
import { workbookOptions } from "../../../../lib/fields/workbook-options.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { flatDocument } from "../../../support/office/kinds.ts";
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

/** A workbook of OpenDocument whose sheets share their page style, each with a column of this width and a text. */
const sharedStyle = (...sheets: readonly (readonly [width: string, text: string])[]): Buffer => {
  const styles = sheets.map(
    ([width], index) =>
      `<style:style style:name="co${index}" style:family="table-column"><style:table-column-properties style:column-width="${width}"/></style:style>`,
  );
  const tables = sheets.map(
    ([, text], index) =>
      `<table:table table:name="S${index}"><table:table-column table:style-name="co${index}"/><table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`,
  );
  const document = flatDocument("spreadsheet", tables.join("")).toString();
  return Buffer.from(
    document.replace(
      "<office:body>",
      `<office:automatic-styles>${styles.join("")}</office:automatic-styles><office:body>`,
    ),
  );
};

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

  for (const [what, wideFirst] of [
    ["before", true],
    ["after", false],
  ] as const)
    test(`on a sheet ${what} another one that has its page style`, async () => {
      const sheets = [
        ["45cm", long],
        ["3cm", "short"],
      ] as const;
      const bytes = sharedStyle(...(wideFirst ? sheets : sheets.toReversed()));
      const output = await officeToPdf.run({ bytes }, AbortSignal.timeout(600_000));
      assert.equal(wholeTexts(await readPages(await bytesOf(output))), 1);
    });

  test("if it is printed, and not if only other columns are", async () => {
    const area =
      '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Sheet1!$B$1:$C$1</definedName></definedNames>';
    const sheet = { before: columns(255, 9, 9), after: '<pageSetup scale="99"/>' };
    const [outside, plain] = await Promise.all([
      pagesOf(xlsx([[long, "x", "z"]], sheet, { workbook: area })),
      pagesOf(xlsx([["x", "z"]], { after: '<pageSetup scale="99"/>' })),
    ]);
    assert.equal(sizeOf(outside, "x"), sizeOf(plain, "x"));
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
