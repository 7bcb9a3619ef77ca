import { columnLetters, SHEET_COLUMNS_COUNT } from "./address.ts";
import type { ExcelTable, ExcelTables } from "./tables.ts";

/** The cell of a formula: its sheet's name, and its number in the sheet. */
interface FormulaPosition {
  readonly sheet: string;
  readonly number: number;
}

/** The position of the bracket that closes the one at `start`; -1 without one. An apostrophe escapes a bracket. */
const closingBracket = (formula: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < formula.length; at++) {
    const character = formula[at];
    if (character === "'") at++;
    else if (character === "[") depth++;
    else if (character === "]" && --depth === 0) return at;
  }
  return -1;
};

/** The parts of a specifier: `[#This Row],[Net]:[Gross]` becomes `#This Row`, `Net`, `:`, `Gross`. */
const specifierParts = (specifier: string): string[] => {
  const words: string[] = [];
  const text = specifier.startsWith("@") ? `[#This Row],${specifier.slice(1)}` : specifier;
  if (!text.includes("[")) return text === "" ? [] : [text];
  for (let at = 0; at < text.length; ) {
    if (text[at] === "[") {
      const end = closingBracket(text, at);
      if (end < 0) return [];
      words.push(text.slice(at + 1, end));
      at = end + 1;
    } else if (text[at] === ":") {
      words.push(":");
      at++;
    } else if (text[at] === "," || text[at] === " ") at++;
    else {
      const [bare = ""] = /^[^,:[\]]+/.exec(text.slice(at, at + 256)) ?? [];
      if (bare === "") return [];
      words.push(bare);
      at += bare.length;
    }
  }
  return words;
};

const rowsOf = (table: ExcelTable, items: ReadonlySet<string>, row: number): [number, number] | undefined => {
  const [first, last] = [table.top + table.headers, table.bottom - table.totals];
  const parts: [number, number][] = [];
  if (items.has("#this row")) parts.push([row, row]);
  if (items.has("#all")) parts.push([table.top, table.bottom]);
  if (items.has("#headers") && table.headers > 0) parts.push([table.top, first - 1]);
  if (items.has("#data") || items.size === 0) parts.push([first, last]);
  if (items.has("#totals") && table.totals > 0) parts.push([last + 1, table.bottom]);
  if (parts.length === 0) return undefined;
  return [Math.min(...parts.map(([from]) => from)), Math.max(...parts.map(([, to]) => to))];
};

const columnsOf = (table: ExcelTable, words: readonly string[]): [number, number] | undefined => {
  const names = words.filter((word) => word !== ":");
  if (names.length > 2) return undefined;
  const indexes = names.map((word) => table.columns.get(word.replace(/'(.)/g, "$1")) ?? -1);
  if (indexes.includes(-1)) return undefined;
  if (indexes.length === 0) return [table.left, table.right];
  return [table.left + Math.min(...indexes), table.left + Math.max(...indexes)];
};

/** The cell reference for a table's specifier; undefined if the specifier is not valid. */
const cellReference = (table: ExcelTable, specifier: string, place: FormulaPosition): string | undefined => {
  const words = specifierParts(specifier).map((word) => word.trim().toLowerCase());
  const items = new Set(words.filter((word) => word.startsWith("#")));
  const row = Math.floor(place.number / SHEET_COLUMNS_COUNT);
  const rows = rowsOf(table, items, row);
  const columns = columnsOf(
    table,
    words.filter((word) => !word.startsWith("#")),
  );
  if (rows === undefined || columns === undefined) return undefined;
  // The row of `#This Row` stays relative.
  const mark = items.has("#this row") ? "" : "$";
  const [from, to] = ([0, 1] as const).map((end) => `$${columnLetters(columns[end])}${mark}${rows[end] + 1}`);
  const cells = from === to ? from : `${from}:${to}`;
  return table.sheet === place.sheet ? cells : `'${table.sheet.replaceAll("'", "''")}'!${cells}`;
};

const tableAround = ({ bySheet }: ExcelTables, { sheet, number }: FormulaPosition): ExcelTable | undefined => {
  const [row, column] = [Math.floor(number / SHEET_COLUMNS_COUNT), number % SHEET_COLUMNS_COUNT];
  return bySheet
    .get(sheet)
    ?.find(({ top, bottom, left, right }) => row >= top && row <= bottom && column >= left && column <= right);
};

/** The tokens of a formula that matter here: quoted text, quoted names of sheets and files, names, and opening brackets. */
const TOKEN = /"[^"]*"|'[^']*'!?|[\p{L}_\\][\p{L}\p{N}_.\\]*|\[/gu;

/**
 * Replaces structured references in a formula with cell references (ECMA-376, part 1, 18.17.2.1), because LibreOffice does not
 * know all forms that programs write. A formula within a table may omit the table's name. References to unknown tables stay.
 */
export const withCellReferences = (formula: string, tables: ExcelTables, place: FormulaPosition): string => {
  let [result, copiedTo] = ["", 0];
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(formula); token !== null; token = TOKEN.exec(formula)) {
    const isBracket = token[0] === "[";
    const start = isBracket ? token.index : TOKEN.lastIndex;
    if (formula[start] !== "[") continue;
    const end = closingBracket(formula, start);
    if (end < 0) break;
    const name = token[0].toLowerCase();
    // A reference to another file: `[1]Sheet1!A1`.
    const isFile = isBracket && /^[\p{L}_!']/u.test(formula.slice(end + 1, end + 3));
    const ofPlace = isBracket ? tableAround(tables, place) : tables.byName.get(name);
    const table = isFile ? undefined : ofPlace;
    const cells = table && cellReference(table, formula.slice(start + 1, end), place);
    if (cells !== undefined) {
      result += formula.slice(copiedTo, token.index) + cells;
      copiedTo = end + 1;
    }
    TOKEN.lastIndex = end + 1;
  }
  return result + formula.slice(copiedTo);
};
