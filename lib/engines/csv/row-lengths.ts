const [QUOTE, NEWLINE, RETURN] = [34, 10, 13];

/** Bytes of one row, from one place to before another. */
export interface RowPlace {
  readonly from: number;
  readonly to: number;
}

/** Rows of growing length that are remembered: enough to know how wide the last columns are. */
const REMEMBERED_ROWS = 50;

/**
 * The rows that have more cells than `known` and than every row before them, the last fifty of them; quotes are read as
 * the parser reads them, as far as bytes alone tell.
 */
export const longerRows = (bytes: Uint8Array, delimiter: number, known: number): RowPlace[] => {
  const places: RowPlace[] = [];
  let [from, cells, longest, atCell] = [0, 1, known, true];
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at];
    if (byte === delimiter) {
      cells++;
      atCell = true;
    } else if (byte === NEWLINE || byte === RETURN || byte === undefined) {
      if (cells > longest) {
        longest = cells;
        places.push({ from, to: at });
        if (places.length > REMEMBERED_ROWS) places.shift();
      }
      [from, cells, atCell] = [at + 1, 1, true];
    } else if (byte === QUOTE && atCell) {
      do {
        at = bytes.indexOf(QUOTE, at + 1);
        if (at < 0) return places;
      } while (bytes[++at] === QUOTE);
      at--;
      atCell = false;
    } else atCell = false;
  }
  return places;
};
