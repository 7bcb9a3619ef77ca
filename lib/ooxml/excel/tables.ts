import { tagsNamed, textOf } from "../markup.ts";
import type { Package } from "../package.ts";
import { COLUMNS, cellNumber } from "./address.ts";
import type { Sheet } from "./workbook.ts";

/** A table of a sheet (ECMA-376, part 1, 18.5.1.2), with rows and columns counted from 0. */
export interface Table {
  readonly name: string;
  /** Name of the sheet that it stands on. */
  readonly sheet: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Rows that are its head and its foot. */
  readonly headers: number;
  readonly totals: number;
  /** Names of its columns in lower case. */
  readonly columns: readonly string[];
}

/** Control characters are written by their numbers there. */
const plain = (name: string): string =>
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
      left: start % COLUMNS,
      right: end % COLUMNS,
      top: Math.floor(start / COLUMNS),
      bottom: Math.floor(end / COLUMNS),
      headers: Number(headerRowCount),
      totals: Number(totalsRowCount),
      columns: tagsNamed(xml, "tableColumn").map(({ attributes }) => plain(attributes["name"] ?? "")),
    },
  ];
};

/** The tables of these sheets. */
export const tablesOf = (found: Package, sheets: readonly Sheet[]): Table[] =>
  sheets.flatMap(({ name, part }) =>
    part === undefined
      ? []
      : found.relationships(part).flatMap(({ type, part: target }) => {
          const file = type === "table" ? found.files.get(target ?? "") : undefined;
          return file === undefined ? [] : tableOf(textOf(found.read(file)), name);
        }),
  );
