import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { SSF } from "xlsx";
import { noOffice, printExcel } from "../../../support/office/engine.ts";
import { type Cell, xlsx } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const FIRST_FORMAT = 170;
const SECOND = 1 / 86_400;
const DAY = 44_000;

/** Formats with their numbers in the file, and values in them. */
const PRINTED: readonly (readonly [number, string, number])[] = [
  ["yyyy\\-mm\\-dd hh:mm:ss", [DAY + 45_296.7 * SECOND, DAY + 45_296.2 * SECOND, DAY + 86_399.6 * SECOND]],
  ["h:mm:ss", [45_296.5 * SECOND, 45_296.49 * SECOND, 3.9999 * SECOND]],
  ["[h]:mm:ss", [27.7 * SECOND, 2 + 3599.8 * SECOND]],
  ["h:mm", [45_299.6 * SECOND, 45_299.4 * SECOND]],
  ["mm:ss.0", [45_296.76 * SECOND]],
  ["[s]", [61.7 * SECOND]],
  ['0.00" h s"', [1.7 * SECOND]],
  ["General", [0.5 + 0.6 * SECOND]],
  ["yyyy\\-mm\\-dd", [1, 31, 59, 61, DAY + 86_399.7 * SECOND]],
  ['d" d "hh:mm', [1.5, 3.25]],
  ["mmm", [1, 12]],
  ["dddd", [1, 7]],
  ["@", [5]],
  ["yyyy\\-mm\\-dd hh:mm", [0.999_999, 1.999_999]],
  ['dd;"";""', [8]],
  ["0.000000000000;\\-0.0", [1.234_567_890_123_4]],
  ["[<1]h:mm:ss;0.0000000", [1.234_567_8]],
  ["General", [1 / 3, -200 / 3, 123_456_789.123_456, 0.1 + 0.2, 42]],
].flatMap(([code, values], index) =>
  (values as number[]).map((value) => [FIRST_FORMAT + index, code as string, value] as const),
);

/** The index of a cell format with a day of the month and a time. */
const dayFormat = PRINTED.find(([, code]) => code.startsWith("d"))![0] - FIRST_FORMAT;

const codes = new Map(PRINTED.map(([number, code]) => [number, code]));
const escaped = (code: string) => code.replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const styles =
  `<styleSheet xmlns="${MAIN}"><numFmts>${[...codes].map(([number, code]) => `<numFmt numFmtId="${number}" formatCode="${escaped(code)}"/>`).join("")}</numFmts>` +
  "<fonts><font/></fonts><fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>" +
  `<cellXfs>${[...codes.keys()].map((number) => `<xf numFmtId="${number}" applyNumberFormat="1"/>`).join("")}</cellXfs></styleSheet>`;

const withStyles = {
  parts: { "xl/styles.xml": styles },
  types: { "xl/styles.xml": "openxmlformats-officedocument.spreadsheetml.styles+xml" },
  related: [{ id: "rIdS", type: "styles", target: "styles.xml" }],
};

/** A workbook with a row for each number, written by `cellOf`, and with elements in its main part. */
const workbook = (cellOf: (row: number, format: number, value: number) => string, elements = "") =>
  xlsx(
    PRINTED.map(([number, , value], row): Cell[] => [
      { xml: cellOf(row + 1, number - FIRST_FORMAT, value) },
      { xml: `<c r="B${row + 1}" t="inlineStr"><is><t>;</t></is></c>` },
    ]),
    { before: '<cols><col min="1" max="1" width="30" customWidth="1"/></cols>' },
    {
      workbook: elements,
      ...withStyles,
    },
  );

const printedOf = async (bytes: Buffer) =>
  (await textOf(await printExcel(bytes)))
    .split(";")
    .map((text) => text.trim())
    .slice(0, PRINTED.length);

/** Each number with its format and its text: what SheetJS makes of it, which follows Excel. */
const expected = PRINTED.map(([, code, value]) => [code, value, SSF.format(code, value)]);

const withFormats = (texts: readonly string[]) => texts.map((text, row) => [...PRINTED[row]!.slice(1), text]);

suite("numbers, dates and times in cells", { skip: noOffice, concurrency: 2 }, () => {
  test("are printed as Excel prints them", async () => {
    const printed = await printedOf(
      workbook((row, format, value) => `<c r="A${row}" s="${format}"><v>${value}</v></c>`),
    );
    assert.deepEqual(withFormats(printed), expected);
  });

  test("are printed as Excel prints them if they are stored values of formulas", async () => {
    const cell = (row: number, format: number, value: number) =>
      `<c s='${format}' r="A${row}" t="n">\n  <f>C1</f>\n  <v>${value}</v>\n</c>`;
    assert.deepEqual(withFormats(await printedOf(workbook(cell, '<calcPr calcId="191029"/>'))), expected);
  });

  test("have no more digits than Excel prints in a wide column", async () => {
    const bytes = xlsx([[2 / 3, ";", 12_345_678_901.5, ";", 1.234_567_89e-7, ";"]], {
      before: '<cols><col min="1" max="5" width="30" customWidth="1"/></cols>',
    });
    assert.deepEqual((await printedOf(bytes)).slice(0, 3), ["0.666666667", "12345678902", "0.000000123457"]);
  });

  test("keep their values where something is calculated from them", async () => {
    const [day, seconds] = [1, 45_296.7 * SECOND];
    const bytes = xlsx(
      [[day, seconds, { xml: `<c r="C1" t="str"><f>IF(AND(A1=1,B1=${seconds}),"same","other")</f></c>` }]],
      {},
      {
        workbook: '<calcPr fullCalcOnLoad="1"/>',
      },
    );
    assert.match(await textOf(await printExcel(bytes)), /same/);
  });

  test("are not moved in a workbook that counts days from 1904", async () => {
    const bytes = xlsx(
      [[{ xml: '<c r="A1" s="8"><v>1</v></c>' }]],
      {},
      {
        workbook: '<workbookPr date1904="1"/>',
        ...withStyles,
      },
    );
    assert.match(await textOf(await printExcel(bytes)), /1904-01-02/);
  });

  for (const [which, left] of [
    [
      "a link is calculated from them",
      '<c r="B1" t="str"><f>HYPERLINK("https://example.com/"&amp;A1,"Day "&amp;A1)</f><v>Day 1.5</v></c>',
    ],
    [
      "a conditional format is",
      "<conditionalFormatting sqref='A1'><cfRule type='expression' priority='1'><formula>$A$1=1.5</formula></cfRule></conditionalFormatting>",
    ],
  ] as const)
    test(`stay as they are where ${which}`, async () => {
      const days = { xml: `<c r="A1" s="${dayFormat}"><v>1.5</v></c>` };
      const isCell = left.startsWith("<c ");
      const bytes = xlsx([isCell ? [days, { xml: left }] : [days]], isCell ? {} : { after: left }, withStyles);
      assert.match(await textOf(await printExcel(bytes)), /31 d 12:00/);
    });

  test("are changed by the formats of cells, not by those of conditional formats", async () => {
    const dxfs = '<dxfs><dxf><numFmt numFmtId="170" formatCode="d/m/yyyy"/></dxf></dxfs>';
    const parts = {
      "xl/styles.xml": styles
        .replace(/formatCode="[^"]*"/, 'formatCode="0.0"')
        .replace("</styleSheet>", `${dxfs}</styleSheet>`),
    };
    const bytes = xlsx([[{ xml: '<c r="A1" s="0"><v>1.5</v></c>' }]], {}, { ...withStyles, parts });
    assert.match(await textOf(await printExcel(bytes)), /1\.5/);
  });

  test("take little time for many cell formats with one long code", async () => {
    const code = "\\d".repeat(100_000);
    const parts = {
      "xl/styles.xml": styles
        .replace(/formatCode="[^"]*"/, `formatCode="${code}"`)
        .replace("<cellXfs>", `<cellXfs>${'<xf numFmtId="170"/>'.repeat(50_000)}`),
    };
    const bytes = xlsx([[1.5]], {}, { ...withStyles, parts });
    const before = process.cpuUsage().user;
    await printExcel(bytes);
    assert.ok(process.cpuUsage().user - before < 20_000_000);
  });

  test("are texts if the cell says so", async () => {
    const text = "0.52426504629";
    const bytes = xlsx([[{ xml: `<c r="A1" t="str"><v>${text}</v></c>` }]]);
    assert.match(await textOf(await printExcel(bytes)), new RegExp(text));
  });
});
