import { SHEET_COLUMNS_COUNT } from "./address.ts";

/** A range of cells whose formulas give an error in LibreOffice. */
interface FormulaFailure {
  readonly sheet: number;
  readonly numbers: readonly number[];
  /** LibreOffice's error code: 519 is `#VALUE!`, 525 `#NAME?`, 508 a missing bracket. */
  readonly code: number;
}

/** LibreOffice's codes for the errors that Excel has too. A formula may give them on purpose. */
const EXCEL_ERROR_CODES = new Set([502, 503, 519, 521, 524, 532, 32_767]);

/** The most cells of a range that are listed, because an array formula may cover a whole sheet. */
const CELLS_LIMIT = 1_048_576;

/** Reads the macro's report of failed formulas: lines of `sheet column row column row code`, numbered from 0. */
export const failuresOf = (macroReport: string): FormulaFailure[] =>
  macroReport.split("\n").flatMap((line) => {
    const fields = line.trim().split(" ").map(Number);
    const [sheet, left, top, right, bottom, code] = fields;
    if (fields.length !== 6 || fields.some((field) => !Number.isInteger(field))) return [];
    const numbers: number[] = [];
    for (let row = top!; row <= bottom!; row++)
      for (let column = left!; column <= right! && numbers.length < CELLS_LIMIT; column++)
        numbers.push(row * SHEET_COLUMNS_COUNT + column);
    return [{ sheet: sheet!, numbers, code: code! }];
  });

/** The failed cells by their sheets' numbers. */
export const failedCells = (failures: readonly FormulaFailure[]): Map<number, Set<number>> => {
  const cells = new Map<number, Set<number>>();
  for (const { sheet, numbers } of failures) {
    const known = cells.get(sheet) ?? new Set();
    for (const number of numbers) known.add(number);
    cells.set(sheet, known);
  }
  return cells;
};

/** Numbers of the sheets with formulas that LibreOffice does not understand. */
export const sheetsNotUnderstood = (failures: readonly FormulaFailure[]): number[] => [
  ...new Set(failures.filter(({ code }) => !EXCEL_ERROR_CODES.has(code)).map(({ sheet }) => sheet)),
];
