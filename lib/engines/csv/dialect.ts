import { findDelimiter } from "./delimiter.ts";

/** What the caller says of how a table is written; what is missing is found in the file. */
export interface TableReading {
  readonly delimiter?: string | undefined;
  /** Empty if no cell is quoted. */
  readonly quote?: string | undefined;
  /** A label of the Encoding Standard. By default UTF-8. */
  readonly encoding?: string | undefined;
  /** Whether the first row is the head. By default it is. */
  readonly header?: boolean | undefined;
  /** Lines above the table that are left out. */
  readonly skipLines?: number | undefined;
}

/** How a CSV file separates and quotes its cells, and where its table begins. */
export interface Dialect {
  readonly delimiter: string;
  /** Empty if no cell is quoted. */
  readonly quote: string;
  /** Whether `\"` stands for a quote in a quoted cell. */
  readonly escapesByBackslash: boolean;
  /** Whether spaces after a delimiter do not belong to the cell. */
  readonly skipsSpace: boolean;
  /** The line, from 1, on which the table begins, and its first byte. */
  readonly firstLine: number;
  readonly start: number;
  /** Whether the delimiter was found in the file and something else was nearly as likely. */
  readonly isClose: boolean;
}

/** Bytes at the beginning of a table that are decoded to find its dialect. */
const BEGINNING_BYTES = 262_144;
/** Characters at the beginning of a table in which its dialect is searched. */
const SAMPLE_LIMIT_CHARACTERS = 65_536;
const [NEWLINE, RETURN, SPACE, BACKSLASH] = [10, 13, 32, 92];

/** The first line of files that declare their delimiter to Excel. */
const DECLARATION = /^\ufeff?"?sep=([,;\t|])"?(?:\r\n?|\n)/i;

/** The place after `lines` lines. */
const afterLines = (bytes: Uint8Array, lines: number): number => {
  let at = 0;
  for (let line = 0; line < lines && at < bytes.length; at++) {
    if (bytes[at] === NEWLINE || (bytes[at] === RETURN && bytes[at + 1] !== NEWLINE)) line++;
  }
  return at;
};

const DOUBLE_QUOTED_CELL = /(?:^|[,;\t|\r\n]) ?"/;
const SINGLE_QUOTED_CELLS = /(?:^|[,;\t|\r\n]) ?'[^'\r\n]*'(?=[,;\t|\r\n]|$)/g;
const SINGLE_QUOTED_MIN_CELLS = 2;

/** The quote of a file. A single quote is one only if no cell has a double quote; it may be an apostrophe. */
const findQuote = (text: string): string => {
  if (!text.includes("'") || DOUBLE_QUOTED_CELL.test(text)) return '"';
  const cells = text.match(SINGLE_QUOTED_CELLS) ?? [];
  return cells.length >= SINGLE_QUOTED_MIN_CELLS ? "'" : '"';
};

const SPACED_QUOTES = {
  '"': { any: /[,;\t|] +"/g, cells: /[,;\t|] +"(?:[^"]|"")*"(?=[ ]*[,;\t|\r\n]|[ ]*$)/g },
  "'": { any: /[,;\t|] +'/g, cells: /[,;\t|] +'(?:[^']|'')*'(?=[ ]*[,;\t|\r\n]|[ ]*$)/g },
};

/** Whether cells are quoted after a delimiter and spaces: most quotes there open a cell that ends with a quote. */
const hasSpacedQuotes = (text: string, quote: string): boolean => {
  if (quote !== '"' && quote !== "'") return false;
  const cells = text.match(SPACED_QUOTES[quote].cells)?.length ?? 0;
  return cells > 0 && cells * 2 > (text.match(SPACED_QUOTES[quote].any)?.length ?? 0);
};

/** Whether a quoted cell has a backslash and a quote, after which the cell goes on. */
const escapesByBackslash = (text: string, quote: string): boolean => {
  if ((quote !== '"' && quote !== "'") || !text.includes(`\\${quote}`)) return false;
  const isEscaped = quote === '"' ? /"[^"]*(?<!\\)\\"(?=[^,;\t|\r\n"])/ : /'[^']*(?<!\\)\\'(?=[^,;\t|\r\n'])/;
  return isEscaped.test(text);
};

/** The byte of an ASCII character; -1, which is no byte, for an empty text. */
export const byteOf = (character: string): number => (character === "" ? -1 : character.charCodeAt(0));

/**
 * The bytes of a table with `""` for each `\"` of a quoted cell: a parser that takes the backslash as an escape would drop
 * all others, as those of a path. An escaped backslash escapes no quote.
 */
export const withDoubledQuotes = (
  bytes: Buffer,
  { delimiter, quote, escapesByBackslash }: Pick<Dialect, "delimiter" | "quote" | "escapesByBackslash">,
): Buffer => {
  if (!escapesByBackslash) return bytes;
  const quoteByte = byteOf(quote);
  const startsCell = new Set([byteOf(delimiter), NEWLINE, RETURN]);
  const made = Buffer.from(bytes);
  let [isQuoted, atCell] = [false, true];
  for (let at = 0; at < made.length; at++) {
    const byte = made[at]!;
    if (!isQuoted) {
      isQuoted = atCell && byte === quoteByte;
      atCell = startsCell.has(byte) || (atCell && byte === SPACE);
    } else if (byte === BACKSLASH) {
      if (made[at + 1] === quoteByte) made[at] = quoteByte;
      at++;
    } else if (byte === quoteByte) {
      if (made[at + 1] === quoteByte) at++;
      else isQuoted = false;
    }
  }
  return made;
};

/** How a table is written, by what the caller says and by the beginning of the file. */
export const dialectOf = (bytes: Buffer, given: TableReading = {}): Dialect => {
  const skipped = given.skipLines ?? 0;
  const top = afterLines(bytes, skipped);
  const beginning = bytes.toString("utf8", top, top + BEGINNING_BYTES);
  const declaration = DECLARATION.exec(beginning);
  const declared = declaration?.[1];
  const start = declaration === null ? top : top + Buffer.byteLength(declaration[0]);
  const firstLine = skipped + (declaration === null ? 1 : 2);
  const sample = beginning.slice(declaration?.[0].length ?? 0, SAMPLE_LIMIT_CHARACTERS);
  const isWhole = beginning.length < SAMPLE_LIMIT_CHARACTERS;
  const quote = given.quote ?? findQuote(sample);
  const isEscaped = escapesByBackslash(sample, quote);
  const text = isEscaped ? sample.replace(/\\[\s\S]/g, (pair) => (pair[1] === quote ? quote + quote : pair)) : sample;
  const delimiter = given.delimiter ?? declared;
  const skipsSpace = hasSpacedQuotes(text, quote);
  const found =
    delimiter === undefined ? findDelimiter({ text, isWhole, quote, skipsSpace }) : { delimiter, isClose: false };
  return { ...found, quote, escapesByBackslash: isEscaped, skipsSpace, firstLine, start };
};
