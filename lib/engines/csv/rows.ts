import { once } from "node:events";
import { type CsvError, parse } from "csv-parse";
import { parse as parseSync } from "csv-parse/sync";
import { tooComplex } from "../../errors/document-errors.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { byteOf, type Dialect, withDoubledQuotes } from "./dialect.ts";

/** Large chunks are faster, but the parser keeps the rows of a chunk in memory: a file of short rows gets small chunks. */
const CHUNK_MIN_BYTES = 32_768;
const CHUNK_MAX_BYTES = 262_144;
const CHUNK_ROWS = 8192;
const [NEWLINE, RETURN, SPACE] = [10, 13, 32];
/** A file may have several of them: that of its head, and another one in rows that were added to it. */
const LINE_ENDS = ["\r\n", "\n", "\r"];

const quoteNotClosed = (line: number) =>
  new ServiceError("INVALID_REQUEST", `file: the quote that opens on line ${line} is not closed.`, {
    reason: "document-damaged",
  });

/** The line, from 1, of the quote that is not closed. A quote opens only at the beginning of a cell. */
const lineOfOpenQuote = (bytes: Buffer, { delimiter, quote, skipsSpace, firstLine }: Dialect): number => {
  const [delimiterByte, quoteByte] = [byteOf(delimiter), byteOf(quote)];
  let [line, opened, atCell] = [firstLine, firstLine, true];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quoteByte && atCell) {
      opened = line;
      for (at++; at < bytes.length; at++) {
        if (bytes[at] === NEWLINE) line++;
        if (bytes[at] !== quoteByte) continue;
        if (bytes[at + 1] !== quoteByte) break;
        at++;
      }
      atCell = false;
    } else {
      if (byte === NEWLINE) line++;
      const isSpace = skipsSpace && byte === SPACE;
      atCell = byte === delimiterByte || byte === NEWLINE || byte === RETURN || (atCell && isSpace);
    }
  }
  return opened;
};

const optionsFor = ({ delimiter, quote, skipsSpace }: Dialect) => ({
  bom: true,
  delimiter,
  quote: quote || null,
  escape: quote || null,
  ltrim: skipsSpace,
  record_delimiter: LINE_ENDS,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  info: false as const,
});

/** The rows of a part of a file that begins and ends with whole rows. */
export const parseRows = (bytes: Uint8Array, dialect: Dialect): string[][] => parseSync(bytes, optionsFor(dialect));

/** The size of the chunks, chosen by the length of the first rows. */
const chunkBytes = (bytes: Buffer): number => {
  const beginning = bytes.subarray(0, CHUNK_MIN_BYTES);
  let rows = 1;
  for (const byte of beginning) if (byte === NEWLINE) rows++;
  const wanted = Math.ceil(beginning.length / rows) * CHUNK_ROWS;
  return Math.min(CHUNK_MAX_BYTES, Math.max(CHUNK_MIN_BYTES, wanted));
};

/** The bytes of a file's table, for `eachRow`. */
export const tableOf = (bytes: Buffer, dialect: Dialect): Buffer =>
  withDoubledQuotes(bytes.subarray(dialect.start), dialect);

/**
 * Passes the rows of a table to `onRow`, one by one, without blank lines. Files follow RFC 4180, but may have other
 * delimiters, any line end, stray quotes and rows of any length. Throws INVALID_REQUEST for a quote that is not closed,
 * naming the line on which it opens. Awaits `onChunk` after each chunk, with the number of bytes done.
 */
export const eachRow = async (
  bytes: Buffer,
  dialect: Dialect,
  onRow: (row: readonly string[]) => void,
  onChunk: (doneBytes: number) => Promise<void>,
): Promise<void> => {
  const parser = parse(optionsFor(dialect));
  let failure: Error | undefined;
  parser.on("readable", () => {
    try {
      for (let row = parser.read(); row !== null; row = parser.read()) onRow(row);
    } catch (error) {
      failure = error as Error;
      parser.destroy();
    }
  });
  parser.on("error", (error) => {
    const isOpen = (error as CsvError).code === "CSV_QUOTE_NOT_CLOSED";
    failure ??= isOpen ? quoteNotClosed(lineOfOpenQuote(bytes, dialect)) : error;
  });
  const ended = new Promise<void>((resolve) => parser.once("close", resolve));
  const size = chunkBytes(bytes);
  for (let at = 0; at < bytes.length && failure === undefined; at += size) {
    if (!parser.write(bytes.subarray(at, at + size))) await Promise.race([once(parser, "drain"), ended]);
    await onChunk(Math.min(at + size, bytes.length));
  }
  if (failure === undefined) parser.end();
  await ended;
  if (failure !== undefined) throw failure;
};

/** Maximum length of a row. Until it is drawn, a typeset row takes many times the memory of its text. */
const ROW_LIMIT_CHARACTERS = 8_388_608;

/** The number of cells of a row: the columns of a spreadsheet. Each column takes memory for its widths and runs. */
const ROW_CELLS_LIMIT = 16_384;

/** Throws PROCESSING_FAILED for a row that is too long to be printed. Rows are numbered from 1. */
export const assertPrintable = (row: readonly string[], number: number): void => {
  if (row.length > ROW_CELLS_LIMIT) {
    const [count, limit] = [row.length, ROW_CELLS_LIMIT].map((cells) => cells.toLocaleString("en"));
    throw tooComplex(`Row ${number} has ${count} cells: more than ${limit} cannot be printed.`);
  }
  let length = 0;
  for (const cell of row) length += cell.length;
  if (length <= ROW_LIMIT_CHARACTERS) return;
  const limit = ROW_LIMIT_CHARACTERS.toLocaleString("en");
  const message = `Row ${number} has ${length.toLocaleString("en")} characters: more than ${limit} cannot be printed.`;
  throw tooComplex(message);
};

/** The byte range of a row; `to` is exclusive. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Maximum number of rows that are remembered: enough to measure the last columns. */
const REMEMBERED_ROWS_LIMIT = 50;

/**
 * The rows that have more cells than `known` and than every row before them; of these, the last fifty. Quotes are read as
 * the parser reads them, as far as that is possible on bytes.
 */
export const longerRows = (bytes: Uint8Array, { delimiter, quote, skipsSpace }: Dialect, known: number): RowRange[] => {
  const [delimiterByte, quoteByte] = [byteOf(delimiter), byteOf(quote)];
  const isSyntax = new Uint8Array(256);
  for (const byte of [delimiterByte, quoteByte, NEWLINE, RETURN]) isSyntax[byte] = 1;
  const ranges: RowRange[] = [];
  let [rowStart, cellStart, cells, longest] = [0, 0, 1, known];
  const endRow = (end: number): void => {
    if (cells > longest) {
      longest = cells;
      ranges.push({ from: rowStart, to: end });
      if (ranges.length > REMEMBERED_ROWS_LIMIT) ranges.shift();
    }
    [rowStart, cells] = [end + 1, 1];
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (skipsSpace && byte === SPACE && at === cellStart) cellStart++;
    if (isSyntax[byte] === 0) continue;
    if (byte !== quoteByte) {
      if (byte === delimiterByte) cells++;
      else endRow(at);
      cellStart = at + 1;
    } else if (at === cellStart) {
      do {
        at = bytes.indexOf(quoteByte, at + 1);
        if (at < 0) return ranges;
      } while (bytes[++at] === quoteByte);
      at--;
    }
  }
  endRow(bytes.length);
  return ranges;
};
