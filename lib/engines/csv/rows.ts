import { once } from "node:events";
import { type CsvError, parse } from "csv-parse";
import { ServiceError } from "../../errors.ts";
import { findDelimiter } from "./delimiter.ts";

const CHUNK = 262_144;
const NEWLINE = 10;

/** The line, from 1, on which a byte stands. */
const lineAt = (bytes: Buffer, end: number): number => {
  let line = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) line++;
  return line;
};

const refusal = (error: CsvError, bytes: Buffer, begun: number): Error => {
  if (error.code !== "CSV_QUOTE_NOT_CLOSED") return error;
  // The record that never ends begins behind the last whole one; its quote is the first that opens from there on.
  const line = lineAt(bytes, Math.max(begun, bytes.indexOf('"', begun)));
  return new ServiceError("INVALID_REQUEST", `file: the quote that opens on line ${line} is not closed.`, {
    cause: error,
  });
};

/**
 * Gives a CSV file's rows (RFC 4180, and what is made in its name: other delimiters, any line end, stray quotes, rows of
 * any length) to `take`, one by one, without blank lines. Throws INVALID_REQUEST for a quote that is not closed, naming
 * the line where it opens. `between` is waited for now and then, so that what is made of the rows can be put away.
 */
export const eachRow = async (
  bytes: Buffer,
  take: (row: readonly string[]) => void,
  between: () => Promise<void>,
): Promise<void> => {
  const delimiter = findDelimiter(bytes.toString("utf8", 0, 65_536));
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: false,
  });
  let begun = 0;
  let failure: Error | undefined;
  parser.on("readable", () => {
    try {
      for (let row = parser.read(); row !== null; row = parser.read()) take(row);
      begun = parser.info.bytes;
    } catch (error) {
      failure = error as Error;
      parser.destroy();
    }
  });
  parser.on("error", (error) => {
    failure ??= refusal(error as CsvError, bytes, begun);
  });
  const ended = new Promise<void>((resolve) => parser.once("close", resolve));
  for (let at = 0; at < bytes.length && failure === undefined; at += CHUNK) {
    if (!parser.write(bytes.subarray(at, at + CHUNK))) await Promise.race([once(parser, "drain"), ended]);
    await between();
  }
  if (failure === undefined) parser.end();
  await ended;
  if (failure !== undefined) throw failure;
};
