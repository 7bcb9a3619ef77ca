import type { Weight } from "./faces.ts";
import type { Typesetter } from "./typesetter.ts";

/** An amount without its sign and currency: digits, grouped or not, with or without a fraction or an exponent. */
const UNSIGNED_NUMBER =
  /^(?:(?:0|[1-9]\d{0,2}(?:[.,'’\u00a0\u202f ]\d{2,3})*|[1-9]\d*)(?:[.,]\d+)?|[.,]\d+)(?:[eE][-+]?\d+)?$/;
// short input: 40 characters
const SIGN_OR_CURRENCY = /^[-+(−\s\p{Sc}]+|[)%\s\p{Sc}-]+$/gu;
/** Longer cells are not amounts. */
const AMOUNT_LIMIT_CHARACTERS = 40;

const INTERNATIONAL_TELEPHONE = /^\s*\+\d[\d ]{6,}$/;

/** Whether a cell holds an amount, and not a date or a telephone number. */
const isAmount = (cell: string): boolean =>
  cell.length <= AMOUNT_LIMIT_CHARACTERS &&
  !INTERNATIONAL_TELEPHONE.test(cell) &&
  UNSIGNED_NUMBER.test(cell.replace(SIGN_OR_CURRENCY, ""));

const DIGITS_ONLY = /^\d+$/;
const CODE_MIN_DIGITS = 5;
const CODE_COLUMN_MIN_CELLS = 3;

/** Whether a column's cells are codes, such as postal codes: digits, and all of the same length. */
const areCodes = (cells: readonly string[]): boolean => {
  const [first = ""] = cells;
  if (first.length < CODE_MIN_DIGITS || cells.length < CODE_COLUMN_MIN_CELLS) return false;
  return cells.every((cell) => cell.length === first.length && DIGITS_ONLY.test(cell));
};

/** Space at each side of a cell's text, in ems of the table's font size. */
export const CELL_PADDING_EM = 0.5;

/** A column is not made wider than the first width, and its cells are not wrapped to less than the second width. */
const COLUMN_MAX_WIDTH_EM = 40;
const WRAPPED_COLUMN_MIN_WIDTH_EM = 8;
/** A longer word is broken instead of widening its column. */
const WORD_MAX_WIDTH_EM = 14;
/** Characters at the beginning of a cell that are measured. */
const MEASURED_LIMIT_CHARACTERS = 1000;

/** The columns that one page shows, by their numbers, with their widths in points. */
export interface ColumnGroup {
  readonly columns: readonly number[];
  readonly widths: readonly number[];
}

/** The widths that a column needs, in ems, padding included. */
export interface ColumnNeeds {
  readonly natural: number;
  /** The minimum width that is still easy to read. */
  readonly min: number;
  readonly isRightAligned: boolean;
}

const needsOf = (title: string, cells: readonly string[], typesetter: Typesetter): ColumnNeeds => {
  const filled = cells.filter((cell) => cell !== "");
  const measure = (text: string, weight: Weight) =>
    typesetter.measure(text.slice(0, MEASURED_LIMIT_CHARACTERS), weight);
  const sizes = [measure(title, "bold"), ...filled.map((cell) => measure(cell, "regular"))];
  const longest = Math.max(...sizes.map(({ whole }) => whole)) / 1000;
  const word = Math.max(...sizes.map((size) => size.word)) / 1000;
  const natural = Math.min(longest, COLUMN_MAX_WIDTH_EM);
  const isNumeric = filled.length > 0 && filled.every(isAmount);
  const wrapped = Math.max(WRAPPED_COLUMN_MIN_WIDTH_EM, Math.min(word, WORD_MAX_WIDTH_EM));
  const min = isNumeric ? natural : Math.min(natural, wrapped);
  const padding = 2 * CELL_PADDING_EM;
  return { natural: natural + padding, min: min + padding, isRightAligned: isNumeric && !areCodes(filled) };
};

/** Measures the columns of a table from its head and some of its rows. */
export const measureColumns = (
  head: readonly string[],
  sample: readonly (readonly string[])[],
  typesetter: Typesetter,
): ColumnNeeds[] => {
  const count = Math.max(head.length, ...sample.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    needsOf(
      head[column] ?? "",
      sample.map((row) => row[column] ?? ""),
      typesetter,
    ),
  );
};

/** The sum of the columns' natural or minimum widths, in the unit of `fontSize`. */
export const totalWidth = (columns: readonly ColumnNeeds[], width: "natural" | "min", fontSize: number): number =>
  columns.reduce((sum, column) => sum + column[width] * fontSize, 0);

/** Widths in points that fill the room: each column gets its minimum width and its share of the remaining room. */
export const distributeWidth = (columns: readonly ColumnNeeds[], room: number, fontSize: number): number[] => {
  const natural = totalWidth(columns, "natural", fontSize);
  if (natural <= room) return columns.map((column) => (column.natural * fontSize * room) / natural);
  const min = totalWidth(columns, "min", fontSize);
  const part = natural === min ? 0 : (room - min) / (natural - min);
  return columns.map((column) => (column.min + (column.natural - column.min) * part) * fontSize);
};

/** Puts columns into groups that fit the room; the first column is repeated in each group. */
export const groupColumns = (columns: readonly ColumnNeeds[], room: number, fontSize: number): ColumnGroup[] => {
  const [first] = columns;
  const firstWidth = Math.min((first?.min ?? 0) * fontSize, room / 3);
  const groups: ColumnGroup[] = [];
  let [group, used]: [Map<number, ColumnNeeds>, number] = [new Map(), firstWidth];
  const closeGroup = () => {
    if (group.size === 0) return;
    const widths = distributeWidth([...group.values()], room - firstWidth, fontSize);
    groups.push({ columns: [0, ...group.keys()], widths: [firstWidth, ...widths] });
    [group, used] = [new Map(), firstWidth];
  };
  for (const [column, needs] of columns.entries()) {
    if (column === 0) continue;
    const needed = Math.min(needs.min * fontSize, room - firstWidth);
    if (used + needed > room) closeGroup();
    group.set(column, needs);
    used += needed;
  }
  closeGroup();
  return groups;
};
