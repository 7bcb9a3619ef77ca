import { type Beginning, countDelimiter, type DelimiterCounts } from "./delimiter-counts.ts";

const CANDIDATES = [",", ";", "\t", "|"] as const;

/** The delimiter of a file with one column: a character that does not occur in text. */
const NO_DELIMITER = "\0";

/** The share of rows that must have the same number of occurrences if the first row is a title without the delimiter. */
const TITLED_MIN_AGREEMENT = 0.8;
/** The same share if all occurrences could be punctuation: of one comma in a row, and of several. */
const PROSE_MIN_AGREEMENT = { one: 0.9, several: 0.7 };
/** Rows that a table has below a title, with several occurrences in each, and with one. */
const TITLED_MIN_ROWS = { several: 2, one: 3 };

/** Whether punctuation occurs as regularly as a delimiter does. */
const isRegular = ({ head, mode, agreement }: DelimiterCounts): boolean =>
  head === mode && agreement >= (mode > 1 ? PROSE_MIN_AGREEMENT.several : PROSE_MIN_AGREEMENT.one);

/**
 * Whether a candidate can be the delimiter. It must occur in the first row, unless that is a title above the table. In that
 * case most rows below must have the same number of occurrences.
 */
const isPossible = (counts: DelimiterCounts): boolean => {
  const { head, mode, rows, agreement, isProse, hasTitle } = counts;
  if (mode === 0 && head === 0) return false;
  if (head > 0) return !isProse || isRegular(counts);
  if (isProse || rows < (mode > 1 || hasTitle ? TITLED_MIN_ROWS.several : TITLED_MIN_ROWS.one)) return false;
  return agreement >= TITLED_MIN_AGREEMENT;
};

const isPunctuation = ({ isProse, isMixedProse }: DelimiterCounts): boolean => isProse || isMixedProse;

/**
 * Orders by how many rows agree, then by whether the head agrees, whether it is not prose, and how often it occurs. Rows
 * above the table count as rows that do not agree.
 */
const byLikelihood = (a: DelimiterCounts, b: DelimiterCounts): number =>
  b.overallAgreement - a.overallAgreement ||
  Number(b.head === b.mode) - Number(a.head === a.mode) ||
  Number(isPunctuation(a)) - Number(isPunctuation(b)) ||
  b.mode - a.mode;

/** Two candidates whose shares of agreeing rows differ by less are close. */
const CLOSE_AGREEMENT = 0.1;

/** Whether something else than what was chosen is nearly as likely: another candidate, or one column. */
const isClose = (chosen: DelimiterCounts | undefined, counted: readonly DelimiterCounts[]): boolean => {
  const others = counted.filter((counts) => counts !== chosen && counts.mode > 0 && counts.head > 0);
  if (chosen === undefined) return others.some(({ agreement }) => agreement >= PROSE_MIN_AGREEMENT.several);
  if (chosen.head === 0 && !chosen.hasTitle) return true;
  if (isPunctuation(chosen) && (chosen.mode === 1 || chosen.agreement < PROSE_MIN_AGREEMENT.one)) return true;
  return others.some(
    (other) => !isPunctuation(other) && other.overallAgreement > chosen.overallAgreement - CLOSE_AGREEMENT,
  );
};

/** The delimiter that was found, and whether something else was nearly as likely. */
interface FoundDelimiter {
  readonly delimiter: string;
  readonly isClose: boolean;
}

/**
 * The delimiter of a file: the one out of comma, semicolon, tab and pipe that occurs equally often in the most rows.
 * `NO_DELIMITER` for a file of one column.
 */
export const findDelimiter = (beginning: Beginning): FoundDelimiter => {
  const present = CANDIDATES.filter((sign) => beginning.text.includes(sign));
  const counted = present.map((sign) => countDelimiter(beginning, sign));
  const [chosen] = counted.filter(isPossible).sort(byLikelihood);
  return { delimiter: chosen?.sign ?? NO_DELIMITER, isClose: isClose(chosen, counted) };
};
