/** A letter of a script that runs from right to left, or a mark on one; digits run from left to right. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u065f\u066b-\u06ef\u06fa-\u07bf\u07ca-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The first of these letters: most texts are told apart by it alone, sooner than by the expression. */
export const FIRST_TURNED = "\u0590";
