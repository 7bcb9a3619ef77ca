import type { Weight } from "../../typesetting/faces.ts";
import type { Typesetter } from "../../typesetting/typesetter.ts";

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
  /** The minimum width if the table would not fit otherwise, or would have very high rows: long words are broken. */
  readonly tight: number;
  /** The mean width of a row's text on one line, or a part of the title's that lets the head stay low. */
  readonly text: number;
  readonly isRightAligned: boolean;
  /** Whether it has neither a title nor a cell. */
  readonly isEmpty: boolean;
}

/** The lines of a head for each line of the cells below it. */
const HEAD_LINES = 4;

/** The width to which the head of a column without any cells is broken. */
const EMPTY_COLUMN_WIDTH_EM = 3;
/** The width to which the head of a column with mostly empty cells is broken. */
const SPARSE_COLUMN_MIN_WIDTH_EM = 5;

const needsOf = (title: string, cells: readonly string[], typesetter: Typesetter): ColumnNeeds => {
  const filled = cells.filter((cell) => cell !== "");
  const measure = (text: string, weight: Weight) =>
    typesetter.measure(text.slice(0, MEASURED_LIMIT_CHARACTERS), weight);
  const most = (sizes: readonly number[]) => sizes.reduce((largest, size) => Math.max(largest, size / 1000), 0);
  const sizes = filled.map((cell) => measure(cell, "regular"));
  const longest = most(sizes.map(({ whole }) => whole));
  const titleWidth = most([measure(title, "bold").whole]);
  // A title may be broken after its underscores.
  const titleWord = most([measure(title.replaceAll("_", "_ "), "bold").word]);
  const isNumeric = filled.length > 0 && filled.every(isAmount);
  const isSparse = filled.length * 2 < cells.length;
  const natural = Math.min(Math.max(longest, titleWidth), COLUMN_MAX_WIDTH_EM);
  const word = Math.min(Math.max(most(sizes.map((size) => size.word)), titleWord), WORD_MAX_WIDTH_EM);
  const padding = 2 * CELL_PADDING_EM;
  const sum = sizes.reduce((total, { whole }) => total + whole / 1000, 0);
  const found = { longest, titleWord, word, isNumeric, isSparse };
  const min = Math.min(natural, minOf(found));
  return {
    natural: natural + padding,
    min: min + padding,
    tight: Math.min(min, tightOf(found)) + padding,
    text: Math.max(sum / Math.max(1, cells.length), titleWidth / HEAD_LINES),
    isRightAligned: isNumeric && !areCodes(filled),
    isEmpty: filled.length === 0 && title === "",
  };
};

interface Widths {
  /** The longest cell, the longest word of the title, and the longest word of all, in ems. */
  readonly longest: number;
  readonly titleWord: number;
  readonly word: number;
  readonly isNumeric: boolean;
  readonly isSparse: boolean;
}

/** The minimum width of a column: amounts are never broken; a column that is mostly empty leaves its room to others. */
const minOf = ({ longest, titleWord, word, isNumeric, isSparse }: Widths): number => {
  if (longest === 0 && isSparse) return EMPTY_COLUMN_WIDTH_EM;
  if (isNumeric) return Math.max(longest, isSparse ? Math.min(titleWord, SPARSE_COLUMN_MIN_WIDTH_EM) : titleWord);
  return longest <= WRAPPED_COLUMN_MIN_WIDTH_EM
    ? Math.max(longest, titleWord)
    : Math.max(WRAPPED_COLUMN_MIN_WIDTH_EM, word);
};

/** The width to which titles are broken in a table that is short of space. */
const TIGHT_TITLE_WIDTH_EM = 4;
/** The width to which other words are broken in such a table. */
const TIGHT_CELL_WIDTH_EM = 6;
const TIGHT_WORD_WIDTH_EM = 9;

/** The minimum width of a column in a table that is short of room. */
const tightOf = ({ longest, titleWord, word, isNumeric }: Widths): number => {
  const title = Math.min(titleWord, TIGHT_TITLE_WIDTH_EM);
  if (isNumeric || longest <= TIGHT_CELL_WIDTH_EM) return Math.max(longest, title);
  return Math.max(TIGHT_CELL_WIDTH_EM, Math.min(word, TIGHT_WORD_WIDTH_EM));
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

/** How the columns of a table may fit: on one line, with wrapped cells, or with broken words. */
export type Fit = "natural" | "min" | "tight";

/** The sum of the columns' natural or minimum widths, in the unit of `fontSize`. */
export const totalWidth = (columns: readonly ColumnNeeds[], width: Fit, fontSize: number): number =>
  columns.reduce((sum, column) => sum + column[width] * fontSize, 0);

/** Steps in which the number of lines of a row is searched: each halves the distance. */
const LINE_SEARCH_STEPS = 40;

/** In a table whose mean row is higher, columns of short text leave their room to those of long text. */
const READABLE_ROW_LINES = 6;

/** Widths in ems at which the columns have the same number of lines, as far as their minimum widths let them, and that number. */
const wrappedWidths = (
  columns: readonly ColumnNeeds[],
  roomEm: number,
  fit: "min" | "tight",
): { widths: number[]; lines: number } => {
  const widthsAt = (lines: number) =>
    columns.map((column) => Math.max(column[fit], Math.min(column.natural, column.text / lines + 2 * CELL_PADDING_EM)));
  // At the lower bound the columns are as wide as they may be, at the upper bound as narrow.
  let [low, high] = [0.01, Math.max(1, ...columns.map(({ text }) => text))];
  for (let step = 0; step < LINE_SEARCH_STEPS; step++) {
    const lines = (low + high) / 2;
    if (widthsAt(lines).reduce((sum, width) => sum + width, 0) > roomEm) low = lines;
    else high = lines;
  }
  return { widths: widthsAt(high), lines: high };
};

/**
 * Widths in points that fill the room. If cells must be wrapped, each column gets the width at which its mean text has as
 * many lines as those of the others: so rows are low, and long text has the room that short text does not need.
 */
export const distributeWidth = (columns: readonly ColumnNeeds[], room: number, fontSize: number): number[] => {
  const natural = totalWidth(columns, "natural", fontSize);
  if (natural <= room) return columns.map((column) => (column.natural * fontSize * room) / natural);
  const fitting =
    totalWidth(columns, "min", fontSize) <= room ? wrappedWidths(columns, room / fontSize, "min") : undefined;
  const { widths } =
    fitting !== undefined && fitting.lines <= READABLE_ROW_LINES
      ? fitting
      : wrappedWidths(columns, room / fontSize, "tight");
  const used = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => (width * room) / used);
};

/** Puts things of some widths into groups that are not wider than the limit, in their order; returns the places of each group. */
const groupsWithin = (widths: readonly number[], limit: number): number[][] => {
  const groups: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  widths.forEach((width, at) => {
    if (used + width > limit) {
      groups.push([]);
      used = 0;
    }
    groups.at(-1)?.push(at);
    used += width;
  });
  return groups;
};

/** Steps in which the width of the widest group is searched: each halves the distance. */
const GROUP_SEARCH_STEPS = 20;

/** As few groups as fit the room, about equally wide, because the highest cell of all groups decides the height of a row. */
const evenGroups = (widths: readonly number[], room: number): number[][] => {
  const fewest = groupsWithin(widths, room);
  let [low, high] = [Math.max(...widths), room];
  for (let step = 0; step < GROUP_SEARCH_STEPS; step++) {
    const limit = (low + high) / 2;
    if (groupsWithin(widths, limit).length > fewest.length) low = limit;
    else high = limit;
  }
  return groupsWithin(widths, high);
};

/** Puts columns into groups that fit the room; the first column is repeated in each group. */
export const groupColumns = (columns: readonly ColumnNeeds[], room: number, fontSize: number): ColumnGroup[] => {
  const [first, ...others] = columns;
  const firstWidth = Math.min((first?.min ?? 0) * fontSize, room / 3);
  const rest = room - firstWidth;
  const needed = others.map(({ min }) => Math.min(min * fontSize, rest));
  return evenGroups(needed, rest).map((group) => {
    const needs = group.flatMap((at) => others[at] ?? []);
    return {
      columns: [0, ...group.map((at) => at + 1)],
      widths: [firstWidth, ...distributeWidth(needs, rest, fontSize)],
    };
  });
};
