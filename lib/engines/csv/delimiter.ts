/** How often a possible delimiter occurs in the rows of a file, and what speaks for and against it. */
interface DelimiterCounts {
  readonly sign: string;
  readonly head: number;
  /** The most frequent number of occurrences in a row. */
  readonly mode: number;
  /** The share of rows that have that number of occurrences, 0 to 1. */
  readonly agreement: number;
  /** Whether each occurrence could be punctuation: a comma before a space, or within a number. */
  readonly isProse: boolean;
  /** Whether the head has commas before spaces, and all other rows have them within numbers only. */
  readonly isMixedProse: boolean;
  /** Whether one of the next lines below the first row is blank. */
  readonly hasTitle: boolean;
}

const [QUOTE, NEWLINE, RETURN, SPACE, HASH, ZERO, NINE] = [34, 10, 13, 32, 35, 48, 57];

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

interface Row {
  signs: number;
  beforeSpace: number;
  inNumber: number;
  isBlank: boolean;
  isComment: boolean;
}

const newRow = (): Row => ({ signs: 0, beforeSpace: 0, inNumber: 0, isBlank: true, isComment: false });

/** The position after a quoted cell's closing quote (RFC 4180, 2.5 to 2.7), or the end of the text. */
const endOfQuotedCell = (text: string, from: number): number => {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text.charCodeAt(at + 1) !== QUOTE) return at + 1;
  }
};

const countSign = (row: Row, text: string, at: number): void => {
  row.signs++;
  const next = text.charCodeAt(at + 1);
  if (next === SPACE) row.beforeSpace++;
  else if (isDigit(next) && isDigit(text.charCodeAt(at - 1))) row.inNumber++;
};

/** The rows of a text. A quote opens a quoted cell only at the beginning of the cell. */
const rowsOf = (text: string, sign: string, isWhole: boolean): Row[] => {
  const wanted = sign.charCodeAt(0);
  const rows: Row[] = [];
  let row = newRow();
  let atCell = true;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE || code === RETURN) {
      if (code === RETURN && text.charCodeAt(at + 1) === NEWLINE) at++;
      rows.push(row);
      row = newRow();
      atCell = true;
      continue;
    }
    if (row.isBlank) row.isComment = code === HASH;
    row.isBlank = false;
    if (code === QUOTE && atCell) {
      at = endOfQuotedCell(text, at) - 1;
      if (at >= text.length - 1 && !isWhole) return rows;
    } else if (code === wanted) countSign(row, text, at);
    atCell = code === wanted;
  }
  // The last row of an incomplete text may be cut off.
  if (isWhole || rows.length === 0) rows.push(row);
  return rows;
};

/** The most frequent count. If several are equally frequent, the count of the first row wins. */
const modeOf = (counts: readonly number[]): number => {
  const [head = 0] = counts;
  const frequencies = new Map<number, number>();
  for (const count of counts) frequencies.set(count, (frequencies.get(count) ?? 0) + 1);
  let [mode, most] = [head, frequencies.get(head) ?? 0];
  for (const [count, rows] of frequencies) if (rows > most) [mode, most] = [count, rows];
  return mode;
};

/** Counts a possible delimiter in the rows at the beginning of a file; `isWhole` says that this is the whole file. */
const countDelimiter = (text: string, sign: string, isWhole: boolean): DelimiterCounts => {
  const all = rowsOf(text, sign, isWhole);
  const begin = all.findIndex(({ isComment, isBlank }) => !isComment && !isBlank);
  // Comments at the beginning of a file do not belong to its table.
  const rows = all.slice(Math.max(0, begin)).filter(({ isBlank }) => !isBlank);
  const counts = rows.map(({ signs }) => signs);
  const [head = newRow(), ...others] = rows;
  const mode = modeOf(counts);
  const rest = others.filter(({ signs }) => signs > 0);
  const isComma = sign === ",";
  return {
    sign,
    head: head.signs,
    mode,
    agreement: counts.filter((count) => count === mode).length / Math.max(1, counts.length),
    isProse: isComma && rows.every(({ signs, beforeSpace, inNumber }) => signs === beforeSpace + inNumber),
    isMixedProse:
      isComma && head.beforeSpace > 0 && rest.length > 0 && rest.every(({ signs, inNumber }) => signs === inNumber),
    hasTitle: all.slice(1, 4).some(({ isBlank }) => isBlank),
  };
};

/** Characters at the beginning of a file in which its delimiter is searched. */
const SAMPLE_LIMIT_CHARACTERS = 65_536;
const CANDIDATES = [",", ";", "\t", "|"] as const;

/** The delimiter of a file with one column: a character that does not occur in text. */
const NO_DELIMITER = "\0";

/** The first line of files that declare their delimiter to Excel. */
const DECLARATION = /^\ufeff?"?sep=([,;\t|])"?\r?\n/i;

/** The delimiter that the first line of a file declares; undefined without a declaration. That line is not a row of the table. */
export const declaredDelimiter = (beginning: string): string | undefined => DECLARATION.exec(beginning)?.[1];

/** The share of rows that must have the same number of occurrences if the first row is a title without the delimiter. */
const TITLED_MIN_AGREEMENT = 0.8;
/** The same share if all occurrences could be punctuation. */
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
