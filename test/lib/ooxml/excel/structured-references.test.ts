import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { cellNumber } from "../../../../lib/ooxml/excel/address.ts";
import { withCellReferences } from "../../../../lib/ooxml/excel/structured-references.ts";
import type { ExcelTable } from "../../../../lib/ooxml/excel/tables.ts";

/** The table B2:D6 with a header row and a totals row. */
const sales: ExcelTable = {
  name: "Sales",
  sheet: "Data",
  left: 1,
  right: 3,
  top: 1,
  bottom: 5,
  headers: 1,
  totals: 1,
  style: undefined,
  columns: new Map([
    ["item", 0],
    ["net price", 1],
    ["a]b", 2],
  ]),
};

const tables = { byName: new Map([["sales", sales]]), bySheet: new Map([["Data", [sales]]]) };

const withoutReferences = (formula: string, cell = "D4", sheet = "Data") =>
  withCellReferences(formula, tables, { sheet, number: cellNumber(cell)! });

suite("a structured reference to a table", () => {
  for (const [formula, replaced] of [
    ["SUM(Sales[Net Price])", "SUM($C$3:$C$5)"],
    ["SUM(sales[net price])", "SUM($C$3:$C$5)"],
    ["SUBTOTAL(109,[Net Price])", "SUBTOTAL(109,$C$3:$C$5)"],
    ["[@Item]*2", "$B4*2"],
    ["Sales[[#This Row],[Net Price]]*2", "$C4*2"],
    ["Sales[[#This Row],Net Price]*2", "$C4*2"],
    ["ROWS(Sales)", "ROWS(Sales)"],
    ["ROWS(Sales[])", "ROWS($B$3:$D$5)"],
    ["ROWS(Sales[#All])", "ROWS($B$2:$D$6)"],
    ["Sales[[#Headers],[Item]]", "$B$2"],
    ["Sales[[#Totals],[Item]]", "$B$6"],
    ["SUM(Sales[[#Data],[#Totals],[Item]:[Net Price]])", "SUM($B$3:$C$6)"],
    ["SUM(Sales[a']b])", "SUM($D$3:$D$5)"],
    ['"Sales[Item]"&Sales[[#Headers],[Item]]', '"Sales[Item]"&$B$2'],
    ["Sales[Nothing]+Other[Item]", "Sales[Nothing]+Other[Item]"],
    ["[1]Sheet1!A1+'[2]Sheet 1'!A1", "[1]Sheet1!A1+'[2]Sheet 1'!A1"],
    ["SUM(Sales[Item", "SUM(Sales[Item"],
  ] as const) {
    test(`${formula} becomes ${replaced}`, () => assert.equal(withoutReferences(formula), replaced));
  }

  test("on another sheet becomes a reference with the name of the table's sheet", () => {
    assert.equal(withoutReferences("SUM(Sales[Item])", "A1", "Other"), "SUM('Data'!$B$3:$B$5)");
  });

  test("without a table name is not changed outside of tables", () => {
    assert.equal(withoutReferences("SUM([Item])", "A1"), "SUM([Item])");
  });
});
