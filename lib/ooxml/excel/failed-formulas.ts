import { tooComplex } from "../../errors/document-errors.ts";
import { SHEET_COLUMNS_COUNT } from "./address.ts";

/** A range of cells whose formulas result in an error in LibreOffice. Rows and columns are counted from 0. */
interface FormulaFailure {
  readonly sheet: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** LibreOffice's error code: 519 is `#VALUE!`, 525 `#NAME?`, 508 a missing bracket. */
  readonly code: number;
}

/** LibreOffice's codes for the errors that Excel has too. A formula may return them on purpose. */
const EXCEL_ERROR_CODES = new Set([502, 503, 519, 521, 524, 532, 32_767]);

/** The code of `#NAME?`, which a workbook may also hold as a stored value. */
export const NAME_ERROR_CODE = 525;

/** Cells of a range that are listed, because an array formula may cover a whole sheet. */
const RANGE_CELLS_LIMIT = 1_048_576;
/** Cells of all ranges that are listed. */
const FAILED_CELLS_LIMIT = 4_194_304;

/** The numbers of the first cells of a range. */
const numbersOf = function* ({ left, top, right, bottom }: FormulaFailure): Generator<number> {
  let count = 0;
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      if (count++ === RANGE_CELLS_LIMIT) return;
      yield row * SHEET_COLUMNS_COUNT + column;
    }
};

/** Reads the macro's report of failed formulas: lines of `sheet column row column row code`, numbered from 0. */
export const failuresOf = (macroReport: string): FormulaFailure[] =>
  macroReport.split("\n").flatMap((line) => {
    const fields = line.trim().split(" ").map(Number);
    const [sheet = 0, left = 0, top = 0, right = 0, bottom = 0, code = 0] = fields;
    if (fields.length !== 6 || fields.some((field) => !Number.isInteger(field))) return [];
    return [{ sheet, left, top, right, bottom, code }];
  });

/** The failed cells by their sheets' numbers. Throws PROCESSING_FAILED if they are too many. */
export const failedCells = (failures: readonly FormulaFailure[]): Map<number, Set<number>> => {
  const cells = new Map<number, Set<number>>();
  let count = 0;
  for (const failure of failures) {
    const known = cells.get(failure.sheet) ?? new Set();
    for (const number of numbersOf(failure)) {
      if (++count > FAILED_CELLS_LIMIT) throw tooComplex("Too many formulas give errors.");
      known.add(number);
    }
    cells.set(failure.sheet, known);
  }
  return cells;
};

/** Numbers of the sheets with formulas that LibreOffice does not understand. */
export const sheetsNotUnderstood = (failures: readonly FormulaFailure[]): number[] => [
  ...new Set(failures.filter(({ code }) => !EXCEL_ERROR_CODES.has(code)).map(({ sheet }) => sheet)),
];
