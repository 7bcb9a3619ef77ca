import type { PackageRewriter } from "../../rewriting.ts";
import { pivotTablesOf } from "../pivot-tables.ts";
import { type ExcelTable, tablesOf } from "../tables.ts";
import { type Sheet, stylesPart } from "../workbook.ts";
import { CellStyles } from "./cell-styles.ts";
import { presetTableStyle } from "./presets.ts";
import { type CellBudget, SheetCells } from "./sheet-cells.ts";
import { StyleSheet } from "./style-sheet.ts";
import { StyledTable } from "./styled-table.ts";

const CHANGED_CELLS_LIMIT = 1_000_000;
const ADDED_CELLS_LIMIT = 100_000;
/** More tables of a sheet are printed without their styles. */
const SHEET_TABLES_LIMIT = 500;

const INCOMPLETE_MESSAGE = "Some tables are too large, or too many, to be drawn with their styles.";

const PIVOT_MESSAGE = "Pivot tables are printed without their styles.";

const styleOf = ({ style }: ExcelTable, styles: StyleSheet) =>
  style && (styles.tableStyle(style.name) ?? presetTableStyle(style.name));

const overlap = (one: ExcelTable, other: ExcelTable): boolean =>
  one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom;

/** The tables of a sheet that are drawn: those with a style, without those that lie over others. */
const drawnTables = (tables: readonly ExcelTable[], styles: StyleSheet): StyledTable[] => {
  const drawn: StyledTable[] = [];
  for (const table of tables.slice(0, SHEET_TABLES_LIMIT)) {
    const style = styleOf(table, styles);
    const isCrossed = table.right < table.left || drawn.some((other) => overlap(other.table, table));
    if (style !== undefined && !isCrossed) drawn.push(new StyledTable(table, style));
  }
  return drawn;
};

/**
 * Applies the styles of tables and pivot tables to their cells (ECMA-376, part 1, 18.5.1.5), which LibreOffice does
 * not draw. Warns if not all cells get theirs.
 */
export const drawTableStyles = (rewriting: PackageRewriter, sheets: readonly Sheet[]): void => {
  const { bySheet } = tablesOf(rewriting.original, sheets);
  const pivots = pivotTablesOf(rewriting.original, sheets);
  if (bySheet.size === 0 && pivots.size === 0) return;
  const part = stylesPart(rewriting.original);
  const styles = new StyleSheet(rewriting.text(part));
  const cells = new CellStyles(styles);
  const budget: CellBudget = { changed: CHANGED_CELLS_LIMIT, added: ADDED_CELLS_LIMIT };
  for (const [index, { name, part: sheet }] of sheets.entries()) {
    const pivotTables = pivots.get(name) ?? [];
    const all = [...(bySheet.get(name) ?? []), ...pivotTables];
    if (pivotTables.some((table) => styleOf(table, styles) === undefined))
      rewriting.warn("table-style-left-out", PIVOT_MESSAGE, `sheet ${index + 1}`);
    const tables = drawnTables(all, styles);
    if (sheet === undefined || tables.length === 0) continue;
    if (styles.canGrow) rewriting.change(sheet, (xml) => new SheetCells(xml, tables, cells, budget).styled());
    const isWhole = styles.canGrow && all.length <= SHEET_TABLES_LIMIT && budget.changed > 0 && budget.added > 0;
    if (!isWhole) rewriting.warn("table-style-left-out", INCOMPLETE_MESSAGE, `sheet ${index + 1}`);
  }
  rewriting.change(part, () => styles.result, true);
};
