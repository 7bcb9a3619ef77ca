import { once } from "node:events";
import { type CsvError, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { ServiceError } from "../../errors.ts";
import { declaredDelimiter, findDelimiter } from "./delimiter.ts";

const CHUNK = 262_144;
/** Bytes of a file's beginning by which its dialect is told. */
const BEGINNING_BYTES = 262_144;
const [NEWLINE, RETURN, QUOTE] = [10, 13, 34];

const notClosed = (line: number) =>
  new ServiceError("INVALID_REQUEST", `file: the quote that opens on line ${line} is not closed.`);

/** The line, from 1, on which the quote opens that is not closed; only what stands at a cell's beginning opens. */
const openLine = (bytes: Buffer, delimiter: number): number => {
  let [line, opened, atCell] = [1, 1, true];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE && atCell) {
      opened = line;
      for (at++; at < bytes.length; at++) {
        if (bytes[at] === NEWLINE) line++;
        if (bytes[at] !== QUOTE) continue;
        if (bytes[at + 1] !== QUOTE) break;
        at++;
      }
      atCell = false;
    } else {
      if (byte === NEWLINE) line++;
      atCell = byte === delimiter || byte === NEWLINE || byte === RETURN;
    }
  }
  return opened;
};

/** How a file's cells are told apart. */
export interface Dialect {
  readonly delimiter: string;
  /** The line, from 1, on which the table begins. */
  readonly firstLine: number;
}

/** Tells by a file's beginning how its cells are told apart. */
export const dialectOf = (bytes: Buffer): Dialect => {
  const beginning = bytes.toString("utf8", 0, BEGINNING_BYTES);
  const declared = declaredDelimiter(beginning);
  return declared === undefined
    ? { delimiter: findDelimiter(beginning), firstLine: 1 }
    : { delimiter: declared, firstLine: 2 };
};

const optionsFor = ({ delimiter, firstLine }: Dialect) => ({
  bom: true,
  delimiter,
  from_line: firstLine,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  info: false as const,
});

/** The rows of a piece of a file that lies in memory, which begins and ends with a row. */
export const rowsIn = (bytes: Uint8Array, { delimiter }: Dialect): string[][] =>
  parseAtOnce(bytes, optionsFor({ delimiter, firstLine: 1 }));

/**
 * Gives a CSV file's rows (RFC 4180, and what is made in its name: other delimiters, any line end, stray quotes, rows of
 * any length) to `take`, one by one, without blank lines. Throws INVALID_REQUEST for a quote that is not closed, naming
 * the line where it opens. `between` is waited for now and then, with the bytes that are done, so that what is made of the rows can be put away.
 */
export const eachRow = async (
  bytes: Buffer,
  dialect: Dialect,
  take: (row: readonly string[]) => void,
  between: (done: number) => Promise<void>,
): Promise<void> => {
  const parser = parse(optionsFor(dialect));
  let failure: Error | undefined;
  parser.on("readable", () => {
    try {
      for (let row = parser.read(); row !== null; row = parser.read()) take(row);
    } catch (error) {
      failure = error as Error;
      parser.destroy();
    }
  });
  parser.on("error", (error) => {
    const isOpen = (error as CsvError).code === "CSV_QUOTE_NOT_CLOSED";
    failure ??= isOpen ? notClosed(openLine(bytes, dialect.delimiter.charCodeAt(0))) : error;
  });
  const ended = new Promise<void>((resolve) => parser.once("close", resolve));
  for (let at = 0; at < bytes.length && failure === undefined; at += CHUNK) {
    if (!parser.write(bytes.subarray(at, at + CHUNK))) await Promise.race([once(parser, "drain"), ended]);
    await between(Math.min(at + CHUNK, bytes.length));
  }
  if (failure === undefined) parser.end();
  await ended;
  if (failure !== undefined) throw failure;
};
