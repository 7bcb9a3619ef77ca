/** More lines above a table are a table of their own. */
const PREAMBLE_LIMIT_ROWS = 30;
const PREAMBLE_CELL_LIMIT_CHARACTERS = 500;
/** A name and its value, as `IBAN` and the number. */
const FEW_CELLS = 2;

/** The share of the cells of a head that must have a title. */
const HEAD_MIN_SHARE = 0.75;
/** The share of the rows below a head that must have as many cells as it. */
const BODY_MIN_SHARE = 0.8;
/** Rows that a table has below its head. */
const BODY_MIN_ROWS = 2;

type Row = readonly string[];

const filledCells = (row: Row): string[] => row.filter((cell) => cell.trim() !== "");

/** The number of cells that most rows have; of two numbers that are equally frequent, the larger one. */
const commonWidth = (rows: readonly Row[]): number => {
  const frequencies = new Map<number, number>();
  for (const { length } of rows) frequencies.set(length, (frequencies.get(length) ?? 0) + 1);
  return [...frequencies].sort(([a, often], [b, oftener]) => oftener - often || b - a)[0]?.[0] ?? 0;
};

/** Whether a row can be a line above a table of this width: one or few cells, and no others, or empty ones, after them. */
const isAboveTable = (row: Row, width: number): boolean => {
  const filled = filledCells(row);
  if (filled.some(({ length }) => length > PREAMBLE_CELL_LIMIT_CHARACTERS)) return false;
  if (row.length < width) return filled.length <= Math.max(Math.min(FEW_CELLS, width - 1), width / 2);
  return width > 2 && filled.length <= 1 && row[0]?.trim() !== "";
};

// short input: 40 characters
const NUMBER_OR_DATE = /^[-+(]?[\p{Sc}\s]*\d[\d.,:/\- ]*[)%\p{Sc}\s]*$/u;
/** Longer cells are neither amounts nor dates. */
const NUMBER_LIMIT_CHARACTERS = 40;

const isNumberOrDate = (cell: string): boolean => cell.length <= NUMBER_LIMIT_CHARACTERS && NUMBER_OR_DATE.test(cell);

/** Whether a row can be the head of a table of this width: titles in most cells, and no amount and no date. */
const isHead = (row: Row, width: number): boolean => {
  const filled = filledCells(row);
  return row.length >= width && filled.length >= width * HEAD_MIN_SHARE && !filled.some(isNumberOrDate);
};

/** Whether rows are those below a head: most have its width, and a column of them has amounts or dates. */
const isBody = (rows: readonly Row[], width: number): boolean => {
  const whole = rows.filter(({ length }) => length === width);
  if (rows.length < BODY_MIN_ROWS || whole.length < rows.length * BODY_MIN_SHARE) return false;
  return Array.from({ length: width }, (_, column) => column).some(
    (column) =>
      whole.filter((row) => isNumberOrDate(row[column]?.trim() ?? "")).length >= whole.length * BODY_MIN_SHARE,
  );
};

/**
 * How many of a table's first rows stand above its head, such as the account and the period that a bank writes there; 0 if the
 * first row is the head.
 */
export const preambleLength = (rows: readonly Row[]): number => {
  const width = commonWidth(rows);
  if (width < 2) return 0;
  const head = rows.slice(0, PREAMBLE_LIMIT_ROWS + 1).findIndex((row) => !isAboveTable(row, width));
  const found = rows[head];
  return found !== undefined && isHead(found, width) && isBody(rows.slice(head + 1), width) ? head : 0;
};
