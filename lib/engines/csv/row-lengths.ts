const [QUOTE, NEWLINE, RETURN] = [34, 10, 13];

/** The byte range of a row; `to` is exclusive. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that are remembered: enough to measure the last columns. */
const REMEMBERED_ROWS_LIMIT = 50;

/**
 * The rows that have more cells than `known` and than every row before them, only the last fifty. Quotes are read like
 * the parser reads them, as far as that is possible in bytes.
 */
export const longerRows = (bytes: Uint8Array, delimiter: number, known: number): RowRange[] => {
  const ranges: RowRange[] = [];
  let [from, cells, longest, atCell] = [0, 1, known, true];
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at];
    if (byte === delimiter) {
      cells++;
      atCell = true;
    } else if (byte === NEWLINE || byte === RETURN || byte === undefined) {
      if (cells > longest) {
        longest = cells;
        ranges.push({ from, to: at });
        if (ranges.length > REMEMBERED_ROWS_LIMIT) ranges.shift();
      }
      [from, cells, atCell] = [at + 1, 1, true];
    } else if (byte === QUOTE && atCell) {
      do {
        at = bytes.indexOf(QUOTE, at + 1);
        if (at < 0) return ranges;
      } while (bytes[++at] === QUOTE);
      at--;
      atCell = false;
    } else atCell = false;
  }
  return ranges;
};
