/**
 * The probability states of JBIG2's arithmetic coder (ITU-T T.88, table E.1): the width of the less probable symbol, the
 * state after each symbol, and whether the symbols change places.
 */
const TABLE: [width: number, afterMore: number, afterLess: number, swap?: 1][] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6],
  [0x1801, 3, 9],
  [0x0ac1, 4, 12],
  [0x0521, 5, 29],
  [0x0221, 38, 33],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14],
  [0x4801, 9, 14],
  [0x3801, 10, 14],
  [0x3001, 11, 17],
  [0x2401, 12, 18],
  [0x1c01, 13, 20],
  [0x1601, 29, 21],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14],
  [0x5101, 17, 15],
  [0x4801, 18, 16],
  [0x3801, 19, 17],
  [0x3401, 20, 18],
  [0x3001, 21, 19],
  [0x2801, 22, 19],
  [0x2401, 23, 20],
  [0x2201, 24, 21],
  [0x1c01, 25, 22],
  [0x1801, 26, 23],
  [0x1601, 27, 24],
  [0x1401, 28, 25],
  [0x1201, 29, 26],
  [0x1101, 30, 27],
  [0x0ac1, 31, 28],
  [0x09c1, 32, 29],
  [0x08a1, 33, 30],
  [0x0521, 34, 31],
  [0x0441, 35, 32],
  [0x02a1, 36, 33],
  [0x0221, 37, 34],
  [0x0141, 38, 35],
  [0x0111, 39, 36],
  [0x0085, 40, 37],
  [0x0049, 41, 38],
  [0x0025, 42, 39],
  [0x0015, 43, 40],
  [0x0009, 44, 41],
  [0x0005, 45, 42],
  [0x0001, 45, 43],
];

/** How wide the interval of the less probable bit is in a state. */
export const WIDTH = Int32Array.from(TABLE, ([width]) => width);
/** The state behind a bit that was the more probable. */
export const AFTER_MORE = Uint8Array.from(TABLE, ([, more]) => more);
/** The state behind one that was the less probable. */
export const AFTER_LESS = Uint8Array.from(TABLE, ([, , less]) => less);
/** Whether the less probable bit changes which is which. */
export const SWAP = Uint8Array.from(TABLE, ([, , , swap]) => swap ?? 0);
