/** From line to line of a cell, in parts of the type size. */
export const LEADING = 1.3;
/** Above and below a row's lines, in parts of the type size. */
export const GAP = 0.35;
/** From a row's first line to its baseline, in parts of the type size. */
export const BASELINE = 0.98;
