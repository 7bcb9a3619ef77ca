import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  CELL_PADDING_EM,
  distributeWidth,
  groupColumns,
  measureColumns,
} from "../../../../lib/engines/csv/column-widths.ts";
import { GlyphCache } from "../../../../lib/typesetting/glyph-cache.ts";
import { Typesetter } from "../../../../lib/typesetting/typesetter.ts";

const columnsOf = (head: string[], rows: string[][]) =>
  measureColumns(head, rows, new Typesetter(new GlyphCache("SC")));
const cells = (texts: string[]) => Array.from({ length: 10 }, () => texts);

suite("the widths of columns", () => {
  test("follow their texts if cells must be wrapped", () => {
    const columns = columnsOf(["a", "b", "c"], cells(["word ".repeat(100), "word ".repeat(20), "short"]));
    const [long = 0, middle = 0, short = 0] = distributeWidth(columns, 40, 1);
    assert.ok(Math.abs(long + middle + short - 40) < 0.01);
    // The padding is no room for text.
    const ratio = (long - 2 * CELL_PADDING_EM) / (middle - 2 * CELL_PADDING_EM);
    assert.ok(ratio > 2.5, `${long} beside ${middle}`);
    assert.ok(short < 4, `${short}`);
  });

  test("leave no room for a column without cells, and little for one with few", () => {
    const rows = cells(["text", "", ""]);
    rows[0] = ["text", "", "1"];
    const [, empty, sparse] = columnsOf(["name", "eco_collection", "performancefabric"], rows);
    assert.ok((empty?.min ?? 9) <= 4 && (sparse?.min ?? 9) <= 6, JSON.stringify([empty, sparse]));
  });

  test("give long text the room of short words if rows would be high", () => {
    const words = Array.from({ length: 8 }, (_, at) => `performance${at}fabric performance`);
    const columns = columnsOf(["description", ...words], cells(["word ".repeat(200), ...words]));
    const [long = 0, ...others] = distributeWidth(columns, 100, 1);
    const whole = 100 - others.length * (columns[1]?.min ?? 0);
    assert.ok(long > whole + 5, `${long} instead of ${whole}`);
    assert.ok(
      others.every((width) => width >= 9),
      others.join(),
    );
  });

  test("give a long title room beside amounts, so that the head is low", () => {
    const columns = columnsOf(["a", "Number of drivers who were not distracted by anything at all"], cells(["1", "2"]));
    const [, titled = 0] = distributeWidth(columns, 20, 1);
    assert.ok(titled > 8, `${titled}`);
  });

  test("may be those of several groups, about equally wide, of which each begins with the first column", () => {
    const names = Array.from({ length: 23 }, (_, at) => `name${at}`);
    const groups = groupColumns(columnsOf(names, cells(names)), 60, 1);
    assert.ok(groups.every(({ columns, widths }) => columns[0] === 0 && columns.length === widths.length));
    assert.deepEqual(
      groups.flatMap(({ columns }) => columns.slice(1)),
      names.slice(1).map((_, at) => at + 1),
    );
    const sizes = groups.map(({ columns }) => columns.length);
    assert.ok(sizes.length > 1 && Math.max(...sizes) - Math.min(...sizes) <= 2, sizes.join());
  });

  test("may break a head after its underscores, but not an amount", () => {
    const [named, amount] = columnsOf(["attribute_set", "n"], cells(["Bag", "1,234,567.89"]));
    assert.ok(named !== undefined && named.min < named.natural);
    assert.equal(amount?.min, amount?.natural);
  });
});

test("a head that is too long for its column is broken after an underscore", () => {
  const typesetter = new Typesetter(new GlyphCache("SC"));
  const { whole } = typesetter.measure("attribute_", "bold");
  const { cells, lineCount } = typesetter.typeset(["attribute_set"], [{ column: 0, width: whole + 100 }], "bold");
  assert.equal(lineCount, 2);
  assert.ok(Math.abs((cells[0]?.[0]?.width ?? 0) - whole) <= 1);
});
