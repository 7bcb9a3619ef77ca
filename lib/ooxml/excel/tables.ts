import { tagsNamed, textOf } from "../markup.ts";
import type { Package } from "../package.ts";
import { cellNumber, SHEET_COLUMNS_COUNT } from "./address.ts";
import type { Sheet } from "./workbook.ts";

/** A table of a sheet (ECMA-376, part 1, 18.5.1.2), with rows and columns counted from 0. */
export interface Table {
  readonly name: string;
  /** The name of its sheet. */
  readonly sheet: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The number of header rows and of totals rows. */
  readonly headers: number;
  readonly totals: number;
  /** Names of its columns in lower case. */
  readonly columns: readonly string[];
}

/** A column's name in lower case; control characters are escaped as `_x000a_`. */
const columnName = (name: string): string =>
  name.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))).toLowerCase();

const tableOf = (xml: string, sheet: string): Table[] => {
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
      columns: tagsNamed(xml, "tableColumn").map(({ attributes }) => columnName(attributes["name"] ?? "")),
    },
  ];
};

/** The tables of these sheets. */
export const tablesOf = (officePackage: Package, sheets: readonly Sheet[]): Table[] =>
  sheets.flatMap(({ name, part }) =>
    part === undefined
      ? []
      : officePackage.relationships(part).flatMap(({ type, part: target }) => {
          const file = type === "table" ? officePackage.files.get(target ?? "") : undefined;
          return file === undefined ? [] : tableOf(textOf(officePackage.read(file)), name);
        }),
  );
