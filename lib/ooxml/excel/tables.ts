import { tagsNamed, textOf } from "../markup.ts";
import type { Package } from "../package.ts";
import { cellNumber, SHEET_COLUMNS_COUNT } from "./address.ts";
import type { Sheet } from "./workbook.ts";

/** A table of a sheet (ECMA-376, part 1, 18.5.1.2), with rows and columns counted from 0. */
export interface ExcelTable {
  readonly name: string;
  readonly sheet: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly headers: number;
  readonly totals: number;
  /** Undefined if it has none. */
  readonly style: TableStyleInfo | undefined;
  /** Its columns, numbered from 0, by their names in lower case. */
  readonly columns: ReadonlyMap<string, number>;
}

/** The name of a table's style, and which of its elements are shown (18.5.1.5). */
interface TableStyleInfo {
  readonly name: string;
  readonly hasFirstColumn: boolean;
  readonly hasLastColumn: boolean;
  readonly hasRowStripes: boolean;
  readonly hasColumnStripes: boolean;
}

/** The tables of a workbook: the first of each name in lower case, and all by the names of their sheets. */
export interface ExcelTables {
  readonly byName: ReadonlyMap<string, ExcelTable>;
  readonly bySheet: ReadonlyMap<string, readonly ExcelTable[]>;
}

/** A column's name in lower case; control characters are escaped as `_x000a_`. */
const columnName = (name: string): string =>
  name.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))).toLowerCase();

/** The first column of each name. */
const columnNumbers = (names: readonly string[]): Map<string, number> =>
  new Map(names.map((name, index) => [name, index] as const).reverse());

/** Whether an attribute of SpreadsheetML says true. */
export const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";

const styleOf = (xml: string): TableStyleInfo | undefined => {
  const {
    name = "",
    showFirstColumn,
    showLastColumn,
    showRowStripes,
    showColumnStripes,
  } = tagsNamed(xml, "tableStyleInfo")[0]?.attributes ?? {};
  if (name === "") return undefined;
  return {
    name,
    hasFirstColumn: isTrue(showFirstColumn),
    hasLastColumn: isTrue(showLastColumn),
    hasRowStripes: isTrue(showRowStripes),
    hasColumnStripes: isTrue(showColumnStripes),
  };
};

const tableOf = (xml: string, sheet: string): ExcelTable[] => {
  const [table] = tagsNamed(xml, "table");
  const { displayName = "", name = "", ref = "", headerRowCount = "1", totalsRowCount = "0" } = table?.attributes ?? {};
  const [start, end] = ref.split(":").map(cellNumber);
  if (start === undefined || end === undefined) return [];
  return [
    {
      name: displayName || name,
      sheet,
      left: start % SHEET_COLUMNS_COUNT,
      right: end % SHEET_COLUMNS_COUNT,
      top: Math.floor(start / SHEET_COLUMNS_COUNT),
      bottom: Math.floor(end / SHEET_COLUMNS_COUNT),
      headers: Number(headerRowCount),
      totals: Number(totalsRowCount),
      style: styleOf(xml),
      columns: columnNumbers(
        tagsNamed(xml, "tableColumn").map(({ attributes }) => columnName(attributes["name"] ?? "")),
      ),
    },
  ];
};

/** The tables of these sheets; each part is read once. */
export const tablesOf = (officePackage: Package, sheets: readonly Sheet[]): ExcelTables => {
  const unread = new Map(officePackage.files);
  const tables: ExcelTable[] = [];
  for (const { name, part = "" } of sheets)
    for (const { type, part: target = "" } of officePackage.relationships(part)) {
      const file = type === "table" ? unread.get(target) : undefined;
      unread.delete(file === undefined ? "" : target);
      if (file !== undefined) tables.push(...tableOf(textOf(officePackage.read(file)), name));
    }
  return {
    byName: new Map(tables.map((table) => [table.name.toLowerCase(), table] as const).reverse()),
    bySheet: Map.groupBy(tables, ({ sheet }) => sheet),
  };
};
