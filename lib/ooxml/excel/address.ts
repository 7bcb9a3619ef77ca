/** Columns that a sheet has (ECMA-376, part 1, 18.3.1.4 and Excel's limits). */
export const COLUMNS = 16_384;

/** Rows that a sheet has. */
export const ROWS = 1_048_576;

/** A cell's number in its sheet, row by row, from its name: `B3` is twice 16,384 and 1. Undefined for what is no cell. */
export const cellNumber = (name: string): number | undefined => {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  if (row < 1 || row > ROWS || column > COLUMNS) return undefined;
  return (row - 1) * COLUMNS + column - 1;
};
