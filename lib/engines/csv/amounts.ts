/** Digits, grouped or not, with a fraction or without: what is left of an amount without its sign and currency. */
const DIGITS = /^(?:(?:0|[1-9]\d{0,2}(?:[.,'’\u00a0\u202f ]\d{2,3})*|[1-9]\d*)(?:[.,]\d+)?|[.,]\d+)(?:[eE][-+]?\d+)?$/;
const AROUND = /^[-+(−\s\p{Sc}]+|[)%\s\p{Sc}-]+$/gu;
/** Longer cells are no amounts. */
const AMOUNT_CHARS_LIMIT = 40;

/** A telephone number as it is written for abroad. */
const TELEPHONE = /^\s*\+\d[\d ]{6,}$/;

/** Whether a cell holds an amount, which is read from its right: no date, telephone number or code of digits. */
export const isAmount = (cell: string): boolean =>
  cell.length <= AMOUNT_CHARS_LIMIT && !TELEPHONE.test(cell) && DIGITS.test(cell.replace(AROUND, ""));

const CODE_DIGITS = /^\d+$/;
const CODE_DIGITS_LEAST = 5;
const CODES_LEAST = 3;

/** Whether a column's cells are codes, such as postal codes: digits that all have one length. */
export const areCodes = (cells: readonly string[]): boolean => {
  const [first = ""] = cells;
  if (first.length < CODE_DIGITS_LEAST || cells.length < CODES_LEAST) return false;
  return cells.every((cell) => cell.length === first.length && CODE_DIGITS.test(cell));
};
