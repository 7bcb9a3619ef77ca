import { COLUMNS } from "./address.ts";

/** A range of cells whose formulas have come to an error in LibreOffice. */
interface Failure {
  readonly sheet: number;
  readonly numbers: readonly number[];
  /** LibreOffice's code of it: 519 is `#VALUE!`, 525 `#NAME?`, 508 a missing bracket. */
  readonly code: number;
}

/** Errors that Excel knows too, as LibreOffice numbers them: a formula may mean them. */
const MEANT = new Set([502, 503, 519, 521, 524, 532, 32_767]);

/** Reads what the macro tells of failed formulas, `sheet column row column row code` a line, numbers from 0. */
export const failuresOf = (told: string): Failure[] =>
  told.split("\n").flatMap((line) => {
    const fields = line.trim().split(" ").map(Number);
    const [sheet, left, top, right, bottom, code] = fields;
    if (fields.length !== 6 || fields.some((field) => !Number.isInteger(field))) return [];
    const numbers: number[] = [];
    for (let row = top!; row <= bottom!; row++)
      for (let column = left!; column <= right!; column++) numbers.push(row * COLUMNS + column);
    return [{ sheet: sheet!, numbers, code: code! }];
  });

/** The failed cells by their sheets' numbers. */
export const failedCells = (failures: readonly Failure[]): Map<number, Set<number>> => {
  const cells = new Map<number, Set<number>>();
  for (const { sheet, numbers } of failures) {
    const known = cells.get(sheet) ?? new Set();
    for (const number of numbers) known.add(number);
    cells.set(sheet, known);
  }
  return cells;
};

/** Numbers of the sheets with formulas that LibreOffice does not understand. */
export const sheetsNotUnderstood = (failures: readonly Failure[]): number[] => [
  ...new Set(failures.filter(({ code }) => !MEANT.has(code)).map(({ sheet }) => sheet)),
];
