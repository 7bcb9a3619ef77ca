import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { zip } from "../../../../layers/libreoffice/zip.ts";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { RELATIONS } from "../../../support/office/parts.ts";
import { type Beside, type Cell, type SheetParts, xlsx, xlsxFiles } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
/** Workbook properties of a program that has calculated the values. */
const CALCULATED = { workbook: '<calcPr calcId="191029"/>' };
/** Workbook properties that request a calculation when the workbook is opened. */
const CALCULATION_REQUESTED = { workbook: '<calcPr calcId="124519" fullCalcOnLoad="1"/>' };

const formula = (place: string, text: string, value = "", attributes = ""): Cell => ({
  xml: `<c r="${place}" ${attributes}><f>${text}</f>${value}</c>`,
});

const printed = async (bytes: Buffer) => {
  const output = await excelToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  const text = await textOf(await bytesOf(output));
  return { text: text.replace(/\s+/g, " ").trim(), codes: output.warnings.map(({ code }) => code) };
};

const print = (cells: readonly Cell[], beside: Beside, sheet: Omit<SheetParts, "rows"> = {}) =>
  printed(xlsx([cells], sheet, beside));

suite("a formula of a workbook", { skip: noOffice, concurrency: 2 }, () => {
  test("is printed with its stored value, even if a calculation would give another value", async () => {
    const cells = [2, formula("B1", "A1*3", "<v>77</v>"), formula("C1", "TODAY()", "<v>12345</v>")];
    assert.deepEqual(await print(cells, CALCULATED), { text: "2 77 12345", codes: [] });
  });

  test("is printed with its stored value if the engine does not know a function", async () => {
    const cells = [
      formula("A1", "CUBEVALUE(&quot;ThisWorkbookDataModel&quot;,B1)", "<v>4711</v>"),
      formula("B1", "_xlfn.VSTACK(1,2)", "<v>815</v>"),
      formula("C1", "_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(3)", "<v>words</v>", 't="str"'),
    ];
    assert.deepEqual(await print(cells, CALCULATED), { text: "4711 815 words", codes: [] });
  });

  test("is calculated if the file has no value for it", async () => {
    const cells = [2, formula("B1", "A1*3"), formula("C1", "B1+1", "<v></v>")];
    assert.deepEqual(await print(cells, CALCULATED), { text: "2 6 7", codes: [] });
  });

  test("is calculated if the workbook requests it, or was never calculated", async () => {
    const cells = [2, formula("B1", "A1*3", "<v>0</v>"), formula("C1", "B1+1", "<v>0</v>")];
    assert.equal((await print(cells, CALCULATION_REQUESTED)).text, "2 6 7");
    assert.equal((await print(cells, {})).text, "2 6 7");
    assert.equal((await print(cells, CALCULATED)).text, "2 0 0");
  });

  test("keeps its stored value with a warning if only the other formulas can be calculated", async () => {
    const cells = [
      2,
      formula("B1", "A1*3", "<v>0</v>"),
      formula("C1", "_xlfn.VSTACK(1,2)", "<v>815</v>"),
      formula("D1", "C1*2", "<v>1630</v>"),
    ];
    assert.deepEqual(await print(cells, CALCULATION_REQUESTED), {
      text: "2 6 815 1630",
      codes: ["formula-value-kept"],
    });
  });

  test("causes a warning if it cannot be calculated and has no stored value", async () => {
    assert.deepEqual((await print([formula("A1", "NOSUCHTHING(1)")], CALCULATED)).codes, ["formula-not-calculated"]);
    assert.deepEqual((await print([formula("A1", "1/0")], CALCULATED)).codes, []);
  });

  test("is printed as the calculated error if the file has only zeros that were never calculated", async () => {
    const cells = [
      formula("A1", "NA()", "<v>0</v>"),
      formula("B1", "1/0", "<v>0</v>"),
      formula("C1", "1+1", "<v>0</v>"),
      formula("D1", "_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(3)", "<v>0</v>"),
    ];
    const { text, codes } = await print(cells, CALCULATION_REQUESTED);
    assert.match(text, /^#N\/A #DIV\/0! 2 (#NAME\?|Err:\d+)$/);
    assert.deepEqual(codes, ["formula-not-calculated"]);
  });

  test("causes no warning if the calculation gives the stored error", async () => {
    const cells = [formula("A1", "NA()", "<v>#N/A</v>", 't="e"'), formula("B1", "1+1", "<v>7</v>")];
    assert.deepEqual(await print(cells, CALCULATION_REQUESTED), { text: "#N/A 2", codes: [] });
  });

  test("is printed with its stored error, even one that the engine does not know", async () => {
    const errors = ["#SPILL!", "#CALC!", "#GETTING_DATA", "#BUSY!", "#NAME?", "#N/A", "#NUM!"];
    const cells = errors.map((error, index) =>
      formula(`${"ABCDEFG"[index]}1`, "NOSUCHTHING(1)", `<v>${error}</v>`, "t='e'"),
    );
    const wide = { before: '<cols><col min="1" max="7" width="20" customWidth="1"/></cols>' };
    const { text, codes } = await print(cells, CALCULATED, wide);
    assert.deepEqual([text.split(" ").sort(), codes], [errors.sort(), []]);
  });

  test("is printed with its stored value from parts with CDATA sections, in UTF-16, and with > in attributes", async () => {
    const cells = [
      { xml: '<c\n r="A1"><f\n>1+1</f><v>77</v></c>' },
      { xml: '<c r="B1" t="str"><f><![CDATA["a"&"b"]]></f><v><![CDATA[kept & fast]]></v></c>' },
    ];
    const stored = { text: "77 kept & fast", codes: [] };
    assert.deepEqual(await print(cells, CALCULATED), stored);
    const files = xlsxFiles([{ rows: [cells] }], CALCULATED);
    const sheet = "xl/worksheets/sheet1.xml";
    const utf16 = Buffer.from(`\ufeff${files[sheet]}`, "utf16le");
    assert.deepEqual(await printed(zip({ ...files, [sheet]: utf16 })), stored);
    const workbook = String(files["xl/workbook.xml"]).replace("Sheet1", "a>b");
    assert.deepEqual(await printed(zip({ ...files, "xl/workbook.xml": workbook })), stored);
  });

  test("is printed with its stored text from a part that declares ISO-8859-1", async () => {
    const files = xlsxFiles([{ rows: [[formula("A1", "1&amp;1", "<v>Größe café</v>", 't="str"')]] }], CALCULATED);
    const sheet = "xl/worksheets/sheet1.xml";
    const latin1 = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${files[sheet]}`, "latin1");
    assert.deepEqual(await printed(zip({ ...files, [sheet]: latin1 })), { text: "Größe café", codes: [] });
  });

  test("causes a warning if it reads a pivot table and has no stored value", async () => {
    const ask = (value: string) => [formula("A1", "GETPIVOTDATA(&quot;Sum&quot;,$B$1)", value)];
    assert.deepEqual((await print(ask(""), CALCULATED)).codes, ["formula-not-calculated"]);
    assert.deepEqual(await print(ask("<v>15</v>"), CALCULATED), { text: "15", codes: [] });
  });

  test("is calculated for the cells without a value if several cells share it", async () => {
    const cells = [
      2,
      { xml: '<c r="B1"><f t="shared" ref="B1:C1" si="0">A1*3</f><v>6</v></c>' },
      { xml: '<c r="C1"><f t="shared" si="0"/></c>' },
    ];
    assert.equal((await print(cells, CALCULATED)).text, "2 6 18");
  });

  test("with an empty text as its value stops the overflow of the text to its left", async () => {
    const long = "a text that is much longer than its cell is wide";
    const cells = [long, formula("B1", "&quot;&quot;", "<v></v>", 't="str"'), 5];
    assert.ok(!(await print(cells, CALCULATED)).text.includes("wide"));
  });

  test("is calculated with structured references in the forms that programs write", async () => {
    const table =
      `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="A1:C3" totalsRowCount="1"><tableColumns count="3">` +
      '<tableColumn id="1" name="Qty"/><tableColumn id="2" name="Price"/><tableColumn id="3" name="Sum"/></tableColumns></table>';
    const rows: Cell[][] = [
      ["Qty", "Price", "Sum"],
      [3, 7, formula("C2", "T[[#This Row],Qty]*T[[#This Row],[Price]]", "<v>0</v>")],
      [formula("A3", "SUBTOTAL(109,[Qty])", "<v>0</v>"), "", formula("C3", "SUM(T[Sum])", "<v>0</v>")],
    ];
    const bytes = xlsx(
      rows,
      {
        after: `<tableParts count="1" xmlns:r="${RELATIONS}"><tablePart r:id="t1"/></tableParts>`,
        related: [{ id: "t1", type: "table", target: "../tables/table1.xml" }],
      },
      {
        ...CALCULATION_REQUESTED,
        parts: { "xl/tables/table1.xml": table },
        types: { "xl/tables/table1.xml": "openxmlformats-officedocument.spreadsheetml.table+xml" },
      },
    );
    assert.deepEqual(await printed(bytes), { text: "Qty Price Sum 3 7 21 3 21", codes: [] });
  });
});
