/** How often a possible delimiter occurs in the rows of a file, and what speaks for and against it. */
export interface DelimiterCounts {
  readonly sign: string;
  /** Occurrences in the first row. */
  readonly head: number;
  /** The most frequent number of occurrences in a row. */
  readonly mode: number;
  /** Rows above the first one that has that number of occurrences. */
  readonly preamble: number;
  /** Rows from there on. */
  readonly rows: number;
  /** The share of these rows that have that number of occurrences, 0 to 1. */
  readonly agreement: number;
  /** The same share of all rows. */
  readonly overallAgreement: number;
  /** Whether each occurrence could be punctuation: a comma before a space, or within a number. */
  readonly isProse: boolean;
  /** Whether the head has commas before spaces, and all other rows have them within numbers only. */
  readonly isMixedProse: boolean;
  /** Whether one of the next lines below the first row is blank. */
  readonly hasTitle: boolean;
}

const [NEWLINE, RETURN, SPACE, HASH, ZERO, NINE] = [10, 13, 32, 35, 48, 57];

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
const endOfQuotedCell = (text: string, from: number, quote: string): number => {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf(quote, at);
    if (at < 0) return text.length;
    if (text[at + 1] !== quote) return at + 1;
  }
};

const countSign = (row: Row, text: string, at: number): void => {
  row.signs++;
  const next = text.charCodeAt(at + 1);
  if (next === SPACE) row.beforeSpace++;
  else if (isDigit(next) && isDigit(text.charCodeAt(at - 1))) row.inNumber++;
};

/** The beginning of a file in which dialects are counted. */
export interface Beginning {
  readonly text: string;
  /** Whether this is the whole file. */
  readonly isWhole: boolean;
  /** The quote; empty for a file without quoted cells. */
  readonly quote: string;
  /** Whether a quote after a delimiter and a space opens a cell too. */
  readonly skipsSpace: boolean;
}

/** The rows of a text. A quote opens a quoted cell only at the beginning of the cell. */
const rowsOf = ({ text, isWhole, quote, skipsSpace }: Beginning, sign: string): Row[] => {
  const [wanted, quoteCode] = [sign.charCodeAt(0), quote.charCodeAt(0)];
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
    if (code === quoteCode && atCell) {
      at = endOfQuotedCell(text, at, quote) - 1;
      if (at >= text.length - 1 && !isWhole) return rows;
    } else if (code === wanted) countSign(row, text, at);
    atCell = code === wanted || (atCell && skipsSpace && code === SPACE);
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

/** Counts a possible delimiter in the rows at the beginning of a file. */
export const countDelimiter = (beginning: Beginning, sign: string): DelimiterCounts => {
  const all = rowsOf(beginning, sign);
  const begin = all.findIndex(({ isComment, isBlank }) => !isComment && !isBlank);
  // Comments at the beginning of a file do not belong to its table.
  const rows = all.slice(Math.max(0, begin)).filter(({ isBlank }) => !isBlank);
  const counts = rows.map(({ signs }) => signs);
  const [head = newRow(), ...others] = rows;
  const mode = modeOf(counts);
  const preamble = Math.max(0, counts.indexOf(mode));
  const agreeing = counts.filter((count) => count === mode).length;
  const rest = others.filter(({ signs }) => signs > 0);
  const isComma = sign === ",";
  return {
    sign,
    head: head.signs,
    mode,
    preamble,
    rows: counts.length - preamble,
    agreement: agreeing / Math.max(1, counts.length - preamble),
    overallAgreement: agreeing / Math.max(1, counts.length),
    isProse: isComma && rows.every(({ signs, beforeSpace, inNumber }) => signs === beforeSpace + inNumber),
    isMixedProse:
      isComma && head.beforeSpace > 0 && rest.length > 0 && rest.every(({ signs, inNumber }) => signs === inNumber),
    hasTitle: all.slice(1, 4).some(({ isBlank }) => isBlank),
  };
};
