import { countDelimiter, type DelimiterCounts } from "./delimiter-counts.ts";

/** Characters at the beginning of a file in which its delimiter is searched. */
const SAMPLE_LIMIT_CHARACTERS = 65_536;
const CANDIDATES = [",", ";", "\t", "|"] as const;

/** The delimiter of a file with one column: a character that does not occur in text. */
export const NO_DELIMITER = "\0";

/** The first line of files that declare their delimiter to Excel. */
const DECLARATION = /^\ufeff?"?sep=([,;\t|])"?\r?\n/i;

/** The delimiter that the first line of a file declares; undefined without a declaration. That line is not a row of the table. */
export const declaredDelimiter = (beginning: string): string | undefined => DECLARATION.exec(beginning)?.[1];

/** Where the first row is a title without the delimiter: the share of rows that must have the same number of occurrences. */
const TITLED_MIN_AGREEMENT = 0.8;
/** Where all occurrences could be punctuation: the share of rows that must have the same number of occurrences. */
const PROSE_MIN_AGREEMENT = 0.9;

/**
 * Whether a candidate can be the delimiter. It must occur in the first row, unless that is a title above the table. In that
 * case most rows below must have the same number of occurrences, and either several or a blank line below the title.
 */
const isPossible = ({ head, mode, agreement, isProse, isMixedProse, hasTitle }: DelimiterCounts): boolean => {
  if (mode === 0 && head === 0) return false;
  if (head === 0) return agreement >= TITLED_MIN_AGREEMENT && !isProse && (hasTitle || mode > 1);
  return !isMixedProse && (!isProse || agreement >= PROSE_MIN_AGREEMENT);
};

/** Orders by how many rows agree, then by whether the head agrees, whether it is not prose, and how often it occurs. */
const byLikelihood = (a: DelimiterCounts, b: DelimiterCounts): number =>
  b.agreement - a.agreement ||
  Number(b.head === b.mode) - Number(a.head === a.mode) ||
  Number(a.isProse) - Number(b.isProse) ||
  b.mode - a.mode;

/**
 * The delimiter of a file: the one out of comma, semicolon, tab and pipe that occurs equally often in the most rows.
 * `NO_DELIMITER` for a file of one column.
 */
export const findDelimiter = (beginning: string): string => {
  const text = beginning.slice(0, SAMPLE_LIMIT_CHARACTERS);
  const isWhole = beginning.length < SAMPLE_LIMIT_CHARACTERS;
  const present = CANDIDATES.filter((sign) => text.includes(sign));
  const possible = present.map((sign) => countDelimiter(text, sign, isWhole)).filter(isPossible);
  return possible.sort(byLikelihood)[0]?.sign ?? NO_DELIMITER;
};
