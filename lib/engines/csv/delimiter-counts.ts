/** How often a sign stands between the cells of each row, and what speaks for and against it. */
export interface Counts {
  readonly sign: string;
  /** In the first row. */
  readonly head: number;
  /** In most rows. */
  readonly usual: number;
  /** The share of rows that have it as often as most, 0 to 1. */
  readonly agreement: number;
  /** Whether each of the signs could be punctuation: a comma before a space, or within a number. */
  readonly isProse: boolean;
  /** Whether the head has commas before spaces, and all other rows have them within numbers only. */
  readonly isMixedProse: boolean;
  /** Whether a blank line stands below the first row. */
  readonly isTitled: boolean;
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

/** The place behind a quoted cell's closing quote (RFC 4180, 2.5 to 2.7); the end of the text where there is none. */
const behindQuoted = (text: string, from: number): number => {
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

/** The rows of a text; a quote opens at the beginning of a cell alone. */
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
      at = behindQuoted(text, at) - 1;
      if (at >= text.length - 1 && !isWhole) return rows;
    } else if (code === wanted) countSign(row, text, at);
    atCell = code === wanted;
  }
  // The last row of a text that goes on may be cut.
  if (isWhole || rows.length === 0) rows.push(row);
  return rows;
};

const usualOf = (counts: readonly number[]): number => {
  const [head = 0] = counts;
  const often = new Map<number, number>();
  for (const count of counts) often.set(count, (often.get(count) ?? 0) + 1);
  let usual = head;
  for (const [count, rows] of often) if (rows > often.get(usual)!) usual = count;
  return usual;
};

/** Counts a sign in the rows of a file's beginning, which is the whole file where `isWhole` says so. */
export const countsOf = (text: string, sign: string, isWhole: boolean): Counts => {
  const all = rowsOf(text, sign, isWhole);
  const begin = all.findIndex(({ isComment, isBlank }) => !isComment && !isBlank);
  // Comments that begin a file are no rows of its table.
  const rows = all.slice(Math.max(0, begin)).filter(({ isBlank }) => !isBlank);
  const counts = rows.map(({ signs }) => signs);
  const [head = newRow(), ...others] = rows;
  const usual = usualOf(counts);
  const rest = others.filter(({ signs }) => signs > 0);
  const isComma = sign === ",";
  return {
    sign,
    head: head.signs,
    usual,
    agreement: counts.filter((count) => count === usual).length / Math.max(1, counts.length),
    isProse: isComma && rows.every(({ signs, beforeSpace, inNumber }) => signs === beforeSpace + inNumber),
    isMixedProse:
      isComma && head.beforeSpace > 0 && rest.length > 0 && rest.every(({ signs, inNumber }) => signs === inNumber),
    isTitled: all.slice(1, 4).some(({ isBlank }) => isBlank),
  };
};
