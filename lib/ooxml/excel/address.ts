/** The number of columns of a sheet (Excel's limit). */
export const SHEET_COLUMNS_COUNT = 16_384;

/** The letters of a column by its number from 0: A, B, … Z, AA. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

const SHEET_ROWS_COUNT = 1_048_576;

/** The number of a cell in its sheet, counted row by row from 0: `B3` is 2 × 16,384 + 1. Undefined for other texts. */
export const cellNumber = (name: string): number | undefined => {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  if (row < 1 || row > SHEET_ROWS_COUNT || column > SHEET_COLUMNS_COUNT) return undefined;
  return (row - 1) * SHEET_COLUMNS_COUNT + column - 1;
};
