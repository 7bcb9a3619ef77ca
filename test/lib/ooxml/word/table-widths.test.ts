import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { withTableWidths } from "../../../../lib/ooxml/word/table-widths.ts";

const cell = (span: number, width: number) =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/><w:gridSpan w:val="${span}"/></w:tcPr><w:p/></w:tc>`;

const table = (columns: number, rows: readonly string[]) =>
  `<w:tbl><w:tblPr/><w:tblGrid>${"<w:gridCol/>".repeat(columns)}</w:tblGrid>${rows.map((row) => `<w:tr>${row}</w:tr>`).join("")}</w:tbl>`;

suite("the grid of a Word table whose columns have no widths", () => {
  test("gets the widths of the cells, and divides the width of a cell that spans several columns", () => {
    const changed = withTableWidths(table(3, [cell(1, 1000) + cell(2, 5000), cell(3, 6000)])) ?? "";
    assert.deepEqual(
      [...changed.matchAll(/gridCol w:w="(\d+)"/g)].map(([, width]) => width),
      ["1000", "2500", "2500"],
    );
  });

  test("is not changed in a table whose cells span more than a million columns in total", () => {
    const rows = Array.from({ length: 600 }, () => cell(2000, 9000));
    assert.equal(withTableWidths(table(2000, rows)), undefined);
    assert.notEqual(withTableWidths(table(2000, rows.slice(0, 400))), undefined);
  });
});
