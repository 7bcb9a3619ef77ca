const [QUOTE, NEWLINE, RETURN] = [34, 10, 13];

/** The byte range of a row; `to` is exclusive. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Maximum number of rows that are remembered: enough to measure the last columns. */
const REMEMBERED_ROWS_LIMIT = 50;

/**
 * The rows that have more cells than `known` and than every row before them; of these, the last fifty. Quotes are read as
 * the parser reads them, as far as that is possible on bytes.
 */
export const longerRows = (bytes: Uint8Array, delimiter: number, known: number): RowRange[] => {
  const isSyntax = new Uint8Array(256);
  for (const byte of [delimiter, QUOTE, NEWLINE, RETURN]) isSyntax[byte] = 1;
  const ranges: RowRange[] = [];
  let [rowStart, cellStart, cells, longest] = [0, 0, 1, known];
  const endRow = (end: number): void => {
    if (cells > longest) {
      longest = cells;
      ranges.push({ from: rowStart, to: end });
      if (ranges.length > REMEMBERED_ROWS_LIMIT) ranges.shift();
    }
    [rowStart, cells] = [end + 1, 1];
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isSyntax[byte] === 0) continue;
    if (byte !== QUOTE) {
      if (byte === delimiter) cells++;
      else endRow(at);
      cellStart = at + 1;
    } else if (at === cellStart) {
      do {
        at = bytes.indexOf(QUOTE, at + 1);
        if (at < 0) return ranges;
      } while (bytes[++at] === QUOTE);
      at--;
    }
  }
  endRow(bytes.length);
  return ranges;
};
