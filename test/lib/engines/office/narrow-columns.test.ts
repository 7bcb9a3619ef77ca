import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { noOffice, printExcel } from "../../../support/office/engine.ts";
import { type Cell, xlsx } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Styles whose second format of cells is a date in Calibri. */
const styles =
  `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="170" formatCode="d\\-mmm\\-yy"/></numFmts>` +
  '<fonts><font><sz val="11"/><name val="Calibri"/></font></fonts><fills><fill/></fills><borders><border/></borders>' +
  '<cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/><xf numFmtId="170" applyNumberFormat="1"/></cellXfs></styleSheet>';

const cell = (place: string, content: string): Cell => ({ xml: `<c r="${place}" s="1">${content}</c>` });

const printed = async (width: number, rows: readonly (readonly Cell[])[], after = "") => {
  const bytes = xlsx(
    rows,
    { before: `<cols><col min="1" max="2" width="${width}" customWidth="1"/></cols>`, after },
    {
      parts: { "xl/styles.xml": styles },
      types: { "xl/styles.xml": "openxmlformats-officedocument.spreadsheetml.styles+xml" },
      related: [{ id: "rIdS", type: "styles", target: "styles.xml" }],
    },
  );
  return (await textOf(await printExcel(bytes))).replace(/\s+/g, " ").trim();
};

suite("excel-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("prints dates in columns that are just wide enough in Excel", async () => {
    const rows = [
      [cell("A1", "<v>44327</v>"), "x"],
      [cell("A2", "<f>A1+1</f><v>44328</v>"), "x"],
    ];
    for (const width of [9.14, 8.2]) assert.equal(await printed(width, rows), "11-May-21 x 12-May-21 x");
    const protection = '<sheetProtection password="CC3D" sheet="1" objects="1"/>';
    assert.equal(await printed(8.2, rows, protection), "11-May-21 x 12-May-21 x");
  });

  test("rounds numbers without a format of their own to the width of their column", async () => {
    assert.match(await printed(8, [[1 / 3, "x"]]), /^0\.333\d{1,4} x$/);
  });
});
