import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { zip } from "../../../../layers/libreoffice/zip.ts";
import { prepareWorkbook } from "../../../../lib/ooxml/excel/prepare.ts";
import { elementsOf } from "../../../../lib/ooxml/excel/table-styles/style-sheet.ts";
import { sheetsOf } from "../../../../lib/ooxml/excel/workbook.ts";
import { openPackage } from "../../../../lib/ooxml/package.ts";
import { xlsxFiles } from "../../../support/office/xlsx.ts";

const SPREADSHEET = "openxmlformats-officedocument.spreadsheetml";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const STYLES =
  `<styleSheet xmlns="${MAIN}"><fonts><font><sz val="11"/></font></fonts><fills><fill><patternFill patternType="none"/></fill>` +
  '<fill><patternFill patternType="gray125"/></fill></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>' +
  '<cellXfs><xf/></cellXfs><dxfs><dxf><font><i/></font></dxf></dxfs><tableStyles><tableStyle name="Own" table="0">' +
  '<tableStyleElement type="headerRow" dxfId="0"/></tableStyle></tableStyles></styleSheet>';

const ROWS = [["Sum", "Year", ""], ["", 2025, 2026], ["north", 1, 2], ["south", 3, 4], ["Total", 4, 6], ["beside"]];

/** A workbook with a pivot table of two rows of headers, two of data and one of totals in this style. */
const pivoted = (style: string): Buffer => {
  const definition =
    `<pivotTableDefinition xmlns="${MAIN}" name="P" cacheId="1"><location ref="A1:C5" firstHeaderRow="1" firstDataRow="2" firstDataCol="1"/>` +
    '<rowItems count="3"><i><x/></i><i><x v="1"/></i><i t="grand"><x/></i></rowItems>' +
    `<pivotTableStyleInfo name="${style}" showRowHeaders="1" showColHeaders="1"/></pivotTableDefinition>`;
  const files = xlsxFiles(
    [{ rows: ROWS, related: [{ id: "p", type: "pivotTable", target: "../pivotTables/pivotTable1.xml" }] }],
    {
      parts: { "xl/styles.xml": STYLES, "xl/pivotTables/pivotTable1.xml": definition },
      types: {
        "xl/styles.xml": `${SPREADSHEET}.styles+xml`,
        "xl/pivotTables/pivotTable1.xml": `${SPREADSHEET}.pivotTable+xml`,
      },
      related: [{ id: "rIdS", type: "styles", target: "styles.xml" }],
    },
  );
  return zip(files);
};

/** The fonts, fills and borders of the cells of a prepared workbook, by their places, and its warnings. */
const prepared = async (bytes: Buffer) => {
  const before = await openPackage(bytes);
  const { bytes: changed, warnings } = prepareWorkbook(before, bytes, await sheetsOf(before), { fileName: "b.xlsx" });
  const { files, read } = await openPackage(changed);
  const part = (name: string) => read(files.get(name)!).toString();
  const [root] = elementsOf(part("xl/styles.xml"));
  const lists = new Map(elementsOf(root!.content).map(({ name, content }) => [name, elementsOf(content)]));
  const look = (attributes: string) => {
    const xf = lists.get("cellXfs")![Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0)]!;
    return ["font", "fill", "border"]
      .map((kind) => lists.get(`${kind}s`)![Number(xf.attributes.get(`${kind}Id`) ?? 0)]!.xml)
      .join("");
  };
  const cells = [...part("xl/worksheets/sheet1.xml").matchAll(/<c ([^>]*)>/g)].map(([, attributes = ""]) => {
    return [/\br="(\w+)"/.exec(attributes)![1]!, look(attributes)] as const;
  });
  return { looks: new Map(cells), warnings };
};

suite("the style of a pivot table", () => {
  test("becomes formats of its headers and totals", async () => {
    const { looks, warnings } = await prepared(pivoted("PivotStyleLight16"));
    const isBold = (place: string) => looks.get(place)!.includes("<b/>");
    for (const place of ["A1", "C1", "A2", "B2", "A5", "C5"]) {
      assert.ok(isBold(place), place);
      assert.match(looks.get(place)!, /<fgColor theme="4" tint="0.8"\/>/);
    }
    for (const place of ["A3", "B4", "A6"]) assert.ok(!isBold(place), place);
    assert.match(looks.get("B2")!, /<bottom style="thin"/);
    assert.doesNotMatch(looks.get("B1")!, /<bottom style="thin"/);
    assert.match(looks.get("B5")!, /<top style="thin"/);
    assert.deepEqual(warnings, []);
  });

  test("is one of the workbook's own, if it names one", async () => {
    const { looks } = await prepared(pivoted("Own"));
    assert.ok(looks.get("A1")!.includes("<i/>"));
    assert.ok(!looks.get("A3")!.includes("<i/>"));
  });

  test("is reported to be left out if it is another of Excel's styles", async () => {
    const { looks, warnings } = await prepared(pivoted("PivotStyleDark7"));
    assert.equal(new Set(looks.values()).size, 1);
    assert.deepEqual(
      warnings.map(({ code, place }) => [code, place]),
      [["table-style-left-out", "sheet 1"]],
    );
  });
});
