/** The distance between two lines of a cell, in ems. */
export const LINE_HEIGHT_EM = 1.3;
/** The space above and below a row's lines, in ems. */
export const ROW_PADDING_EM = 0.35;
/** The distance from a line's top to its baseline, in ems. */
export const BASELINE_OFFSET_EM = 0.98;
