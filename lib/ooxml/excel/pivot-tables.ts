import { tagsNamed, textOf } from "../markup.ts";
import type { Package } from "../package.ts";
import { cellNumber, SHEET_COLUMNS_COUNT } from "./address.ts";
import { type ExcelTable, isTrue } from "./tables.ts";
import type { Sheet } from "./workbook.ts";

/** The lines of grand totals at the end of a pivot table's rows (18.10.1.84, 18.10.1.44). */
const grandTotals = (xml: string): number => {
  const [, rows = ""] = xml.split(/<(?:[\w.-]{1,40}:)?rowItems\b/, 2);
  const [items = ""] = rows.split(/<\/(?:[\w.-]{1,40}:)?rowItems\b/, 1);
  const lines = tagsNamed(items, "i");
  return lines.length - 1 - lines.findLastIndex(({ attributes }) => attributes["t"] !== "grand");
};

const pivotTableOf = (xml: string, sheet: string): ExcelTable[] => {
  const { ref = "", firstDataRow = "1" } = tagsNamed(xml, "location")[0]?.attributes ?? {};
  const { name = "", ...shown } = tagsNamed(xml, "pivotTableStyleInfo")[0]?.attributes ?? {};
  const [start, end = start] = ref.split(":").map(cellNumber);
  if (start === undefined || end === undefined || name === "") return [];
  return [
    {
      name: "",
      sheet,
      left: start % SHEET_COLUMNS_COUNT,
      right: end % SHEET_COLUMNS_COUNT,
      top: Math.floor(start / SHEET_COLUMNS_COUNT),
      bottom: Math.floor(end / SHEET_COLUMNS_COUNT),
      headers: isTrue(shown["showColHeaders"]) ? Number(firstDataRow) : 0,
      totals: grandTotals(xml),
      style: {
        name,
        hasFirstColumn: isTrue(shown["showRowHeaders"]),
        hasLastColumn: false,
        hasRowStripes: isTrue(shown["showRowStripes"]),
        hasColumnStripes: isTrue(shown["showColStripes"]),
      },
      columns: new Map(),
    },
  ];
};

/** The pivot tables with styles (ECMA-376, part 1, 18.10.1.73), by the names of their sheets; each part is read once. */
export const pivotTablesOf = (
  officePackage: Package,
  sheets: readonly Sheet[],
): ReadonlyMap<string, readonly ExcelTable[]> => {
  const unread = new Map(officePackage.files);
  const tables: ExcelTable[] = [];
  for (const { name, part = "" } of sheets)
    for (const { type, part: target = "" } of officePackage.relationships(part)) {
      const file = type === "pivotTable" ? unread.get(target) : undefined;
      unread.delete(file === undefined ? "" : target);
      if (file !== undefined) tables.push(...pivotTableOf(textOf(officePackage.read(file)), name));
    }
  return Map.groupBy(tables, ({ sheet }) => sheet);
};
