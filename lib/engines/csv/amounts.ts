/** An amount without its sign and currency: digits, grouped or not, with or without a fraction or an exponent. */
const UNSIGNED_NUMBER =
  /^(?:(?:0|[1-9]\d{0,2}(?:[.,'’\u00a0\u202f ]\d{2,3})*|[1-9]\d*)(?:[.,]\d+)?|[.,]\d+)(?:[eE][-+]?\d+)?$/;
const SIGN_OR_CURRENCY = /^[-+(−\s\p{Sc}]+|[)%\s\p{Sc}-]+$/gu;
/** Longer cells are not amounts. */
const AMOUNT_LIMIT_CHARACTERS = 40;

/** A telephone number in international notation. */
const INTERNATIONAL_TELEPHONE = /^\s*\+\d[\d ]{6,}$/;

/** Whether a cell holds an amount, and not a date or a telephone number. */
export const isAmount = (cell: string): boolean =>
  cell.length <= AMOUNT_LIMIT_CHARACTERS &&
  !INTERNATIONAL_TELEPHONE.test(cell) &&
  UNSIGNED_NUMBER.test(cell.replace(SIGN_OR_CURRENCY, ""));

const DIGITS_ONLY = /^\d+$/;
const CODE_MIN_DIGITS = 5;
const CODE_COLUMN_MIN_CELLS = 3;

/** Whether a column's cells are codes, such as postal codes: digits, and all of the same length. */
export const areCodes = (cells: readonly string[]): boolean => {
  const [first = ""] = cells;
  if (first.length < CODE_MIN_DIGITS || cells.length < CODE_COLUMN_MIN_CELLS) return false;
  return cells.every((cell) => cell.length === first.length && DIGITS_ONLY.test(cell));
};
