import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { RELATIONS } from "../../../support/office/parts.ts";
import { type Beside, type Cell, type SheetParts, xlsx } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SIGNED = { workbook: '<calcPr calcId="191029"/>' };
const ASKED = { workbook: '<calcPr calcId="124519" fullCalcOnLoad="1"/>' };

const formula = (place: string, text: string, value = "", attributes = ""): Cell => ({
  xml: `<c r="${place}" ${attributes}><f>${text}</f>${value}</c>`,
});

const printed = async (bytes: Buffer) => {
  const output = await excelToPdf.run({ bytes }, AbortSignal.timeout(60_000));
  const text = await textOf(await bytesOf(output));
  return { text: text.replace(/\s+/g, " ").trim(), codes: output.warnings.map(({ code }) => code) };
};

const print = (cells: readonly Cell[], beside: Beside, sheet: Omit<SheetParts, "rows"> = {}) =>
  printed(xlsx([cells], sheet, beside));

suite("a formula", { skip: noOffice, concurrency: 2 }, () => {
  test("has the value that the file holds, even where another one would come out", async () => {
    const cells = [2, formula("B1", "A1*3", "<v>77</v>"), formula("C1", "TODAY()", "<v>12345</v>")];
    assert.deepEqual(await print(cells, SIGNED), { text: "2 77 12345", codes: [] });
  });

  test("that the engine does not know has the value that the file holds", async () => {
    const cells = [
      formula("A1", "CUBEVALUE(&quot;ThisWorkbookDataModel&quot;,B1)", "<v>4711</v>"),
      formula("B1", "_xlfn.VSTACK(1,2)", "<v>815</v>"),
      formula("C1", "_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(3)", "<v>words</v>", 't="str"'),
    ];
    assert.deepEqual(await print(cells, SIGNED), { text: "4711 815 words", codes: [] });
  });

  test("is calculated where the file holds no value", async () => {
    const cells = [2, formula("B1", "A1*3"), formula("C1", "B1+1", "<v></v>")];
    assert.deepEqual(await print(cells, SIGNED), { text: "2 6 7", codes: [] });
  });

  test("is calculated where the workbook asks for it, or nobody has calculated it", async () => {
    const cells = [2, formula("B1", "A1*3", "<v>0</v>"), formula("C1", "B1+1", "<v>0</v>")];
    assert.equal((await print(cells, ASKED)).text, "2 6 7");
    assert.equal((await print(cells, {})).text, "2 6 7");
    assert.equal((await print(cells, SIGNED)).text, "2 0 0");
  });

  test("that cannot be calculated keeps its value where the others are calculated, which is told", async () => {
    const cells = [
      2,
      formula("B1", "A1*3", "<v>0</v>"),
      formula("C1", "_xlfn.VSTACK(1,2)", "<v>815</v>"),
      formula("D1", "C1*2", "<v>1630</v>"),
    ];
    assert.deepEqual(await print(cells, ASKED), { text: "2 6 815 1630", codes: ["formula-value-kept"] });
  });

  test("that cannot be calculated and has no value is told", async () => {
    assert.deepEqual((await print([formula("A1", "NOSUCHTHING(1)")], SIGNED)).codes, ["formula-not-calculated"]);
    assert.deepEqual((await print([formula("A1", "1/0")], SIGNED)).codes, []);
  });

  test("that others share is calculated for those that have no value", async () => {
    const cells = [
      2,
      { xml: '<c r="B1"><f t="shared" ref="B1:C1" si="0">A1*3</f><v>6</v></c>' },
      { xml: '<c r="C1"><f t="shared" si="0"/></c>' },
    ];
    assert.equal((await print(cells, SIGNED)).text, "2 6 18");
  });

  test("that gives an empty text keeps the text to its left from flowing over it", async () => {
    const long = "a text that is much longer than its cell is wide";
    const cells = [long, formula("B1", "&quot;&quot;", "<v></v>", 't="str"'), 5];
    assert.ok(!(await print(cells, SIGNED)).text.includes("wide"));
  });

  test("may refer to columns of its table, in all forms that programs write", async () => {
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
        ...ASKED,
        parts: { "xl/tables/table1.xml": table },
        types: { "xl/tables/table1.xml": "openxmlformats-officedocument.spreadsheetml.table+xml" },
      },
    );
    assert.deepEqual(await printed(bytes), { text: "Qty Price Sum 3 7 21 3 21", codes: [] });
  });
});
