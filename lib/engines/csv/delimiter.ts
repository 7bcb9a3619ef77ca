import { type Counts, countsOf } from "./delimiter-counts.ts";

/** Characters of a file's beginning that tell its delimiter. */
const LOOKED_AT_CHARS = 65_536;
const CANDIDATES = [",", ";", "\t", "|"] as const;

/** Stands for the delimiter of a file that has one column: a character that no file of text holds. */
export const NO_DELIMITER = "\0";

/** The line by which some files tell Excel the sign between their cells. */
const DECLARATION = /^\ufeff?"?sep=([,;\t|])"?\r?\n/i;

/** The sign that a file's first line declares, as it does for Excel; that line is no row of the table. */
export const declaredDelimiter = (beginning: string): string | undefined => DECLARATION.exec(beginning)?.[1];

/** The share of rows below a title that have to agree, where the first row lacks the sign. */
const TITLED_AGREEMENT = 0.8;
/** The share of rows that have to agree, where all the signs could be punctuation. */
const PROSE_AGREEMENT = 0.9;

/**
 * Whether a sign can be the delimiter. One that the head lacks is none, unless the head is a title above a table: then
 * all rows below agree on several of them, or a blank line stands between.
 */
const isPossible = ({ head, usual, agreement, isProse, isMixedProse, isTitled }: Counts): boolean => {
  if (usual === 0 && head === 0) return false;
  if (head === 0) return agreement >= TITLED_AGREEMENT && !isProse && (isTitled || usual > 1);
  return !isMixedProse && (!isProse || agreement >= PROSE_AGREEMENT);
};

/** Orders by how many rows agree; then by whether the head does, the sign is plainly a delimiter, and how often it stands. */
const compare = (a: Counts, b: Counts): number =>
  b.agreement - a.agreement ||
  Number(b.head === b.usual) - Number(a.head === a.usual) ||
  Number(a.isProse) - Number(b.isProse) ||
  b.usual - a.usual;

/**
 * The sign between a file's cells: of comma, semicolon, tab and pipe the one that stands equally often in the most rows.
 * `NO_DELIMITER` for a file of one column.
 */
export const findDelimiter = (beginning: string): string => {
  const text = beginning.slice(0, LOOKED_AT_CHARS);
  const isWhole = beginning.length < LOOKED_AT_CHARS;
  const possible = CANDIDATES.map((sign) => countsOf(text, sign, isWhole)).filter(isPossible);
  return possible.sort(compare)[0]?.sign ?? NO_DELIMITER;
};
