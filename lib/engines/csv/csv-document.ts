import { ServiceError } from "../../errors/service-error.ts";
import { missingCharacters } from "../../output/missing-characters.ts";
import type { Output } from "../../output/output.ts";
import type { Warning } from "../../output/warnings.ts";
import { EmojiPictures } from "../../typesetting/emoji-pictures.ts";
import { hanVariantOf } from "../../typesetting/faces.ts";
import { GlyphCache } from "../../typesetting/glyph-cache.ts";
import { Typesetter } from "../../typesetting/typesetter.ts";
import type { PageSetup } from "../page-setup.ts";
import { decodeTable } from "./decode-table.ts";
import { type Dialect, dialectOf, type TableReading } from "./dialect.ts";
import { writeDocumentObjects, writePicture } from "./document-objects.ts";
import { watchPace } from "./pace.ts";
import { Pages } from "./pages.ts";
import { PdfFileWriter } from "./pdf-file.ts";
import { preambleLength } from "./preamble.ts";
import { assertPrintable, eachRow, longerRows, parseRows, tableOf } from "./rows.ts";
import { StructureTree, TAGGED_CELLS_LIMIT } from "./structure-tree.ts";
import { type TableTop, TypesetTable } from "./table.ts";
import { layOutTable } from "./table-layout.ts";
import type { TableParts } from "./table-page.ts";

export interface CsvJob {
  readonly bytes: Uint8Array;
  readonly title: string;
  /** The moment (s since 1970) at which the PDF counts as made. */
  readonly created?: number | undefined;
  readonly reading?: TableReading;
  readonly pageSetup: PageSetup;
  /** The file for a large PDF; without a path it stays in memory. */
  readonly path: string | undefined;
  readonly timeLimitMs: number;
}

/** Rows from which the layout of the columns is computed. */
const SAMPLE_ROWS = 500;
/** A table from a larger CSV file is never tagged. */
const TAGGED_CSV_LIMIT_BYTES = 150_000;
/**
 * How many columns longer rows may add to the table: `count` more than the sample has, or `times` as many if that is more.
 */
const FURTHER_COLUMNS = { count: 20, times: 3 };
/** Bytes at the beginning of a file from which the regional form of its Han characters is chosen. */
const HAN_SAMPLE_BYTES = 65_536;

const HEAD_SHORTENED: Warning = {
  code: "head-shortened",
  message: "The header cells would take more than half the page; they end in an ellipsis.",
};

const noRows = () =>
  new ServiceError("INVALID_REQUEST", "file has no row below the lines that are left out.", {
    reason: "document-empty",
  });

const DELIMITER_NAMES: Readonly<Record<string, string>> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe" };

const guessed = ({ delimiter }: Dialect): Warning => {
  const name = DELIMITER_NAMES[delimiter];
  const taken = name === undefined ? "The table was read as one column" : `The delimiter was taken to be the ${name}`;
  return { code: "delimiter-guessed", message: `${taken}; something else is nearly as likely.` };
};

const headGuessed = (rows: number): Warning => ({
  code: "head-guessed",
  message: `Row ${rows + 1} was taken to be the head (blank lines do not count); what stands above it is printed above the table.`,
});

const joinedMessage = (rows: number, columns: number): string =>
  `${rows.toLocaleString("en")} row${rows === 1 ? " has" : "s have"} more than ${columns} cells: the last column holds the rest.`;

/**
 * Writes a CSV file as a PDF. The first rows are collected until the columns can be laid out. One class, because rows
 * arrive one by one.
 */
class CsvDocument {
  readonly #job: CsvJob;
  readonly #file: PdfFileWriter;
  readonly #bytes: Buffer;
  readonly #dialect: Dialect;
  #sample: (readonly string[])[] = [];
  #drawing: (TableParts & { readonly table: TypesetTable }) | undefined;
  #rowCount = 0;
  #columnCount = Number.POSITIVE_INFINITY;
  #joinedRows = 0;
  #preambleRows = 0;

  constructor(job: CsvJob, bytes: Buffer, dialect: Dialect) {
    this.#job = job;
    this.#bytes = bytes;
    this.#dialect = dialect;
    this.#file = new PdfFileWriter(job.path);
  }

  /** Adds a row; the first row is the head. Throws PROCESSING_FAILED for a row that is too long. */
  add(row: readonly string[]): void {
    assertPrintable(row, ++this.#rowCount);
    if (this.#drawing !== undefined) this.#drawing.table.add(row.length > this.#columnCount ? this.#join(row) : row);
    else if (this.#sample.push(row) > SAMPLE_ROWS) this.#beginTable();
  }

  /** Resolves when only few streams wait for their compression. */
  drain(): Promise<void> {
    return this.#file.drain();
  }

  /** Throws INVALID_REQUEST for a file without a row. */
  async finish(): Promise<Output> {
    if (this.#rowCount === 0) throw noRows();
    const drawing = this.#drawing ?? this.#beginTable();
    drawing.table.finish();
    const { catalog, info } = writeDocumentObjects(this.#file, this.#job, drawing);
    const finished = await this.#file.finish(catalog, info);
    return { ...finished, pages: drawing.pages.count, warnings: this.#warnings };
  }

  close(): void {
    this.#file.close();
  }

  get #warnings(): Warning[] {
    const warnings: Warning[] = [];
    if (this.#dialect.isClose) warnings.push(guessed(this.#dialect));
    if (this.#preambleRows > 0) warnings.push(headGuessed(this.#preambleRows));
    if (this.#drawing?.table.isHeadShortened) warnings.push(HEAD_SHORTENED);
    if (this.#joinedRows > 0) {
      warnings.push({ code: "cells-joined", message: joinedMessage(this.#joinedRows, this.#columnCount) });
    }
    return [...warnings, ...missingCharacters([...(this.#drawing?.glyphCache.missing ?? [])])];
  }

  /** A row with more cells than the table has columns: its last cell holds the rest. */
  #join(row: readonly string[]): string[] {
    this.#joinedRows++;
    const last = this.#columnCount - 1;
    return [...row.slice(0, last), row.slice(last).join(`${this.#dialect.delimiter} `)];
  }

  /** Rows after the sample that have more cells than every row of the sample. */
  #longerRows(): string[][] {
    if (this.#sample.length <= SAMPLE_ROWS) return [];
    const known = Math.max(0, ...this.#sample.map((row) => row.length));
    const limit = Math.max(known + FURTHER_COLUMNS.count, known * FURTHER_COLUMNS.times);
    const bytes = this.#bytes;
    const ranges = longerRows(bytes, this.#dialect, known);
    const rows = ranges.flatMap(({ from, to }) => parseRows(bytes.subarray(from, to), this.#dialect));
    return rows.filter((row) => row.length > known && row.length <= limit);
  }

  /** The rows above the table, its head, and its first rows. */
  #divideSample(): TableTop & { readonly sample: readonly (readonly string[])[] } {
    const { header, skipLines } = this.#job.reading ?? {};
    if (header === false) return { preamble: [], head: undefined, sample: this.#sample };
    const above = header === undefined && skipLines === undefined ? preambleLength(this.#sample) : 0;
    return { preamble: this.#sample.slice(0, above), head: this.#sample[above], sample: this.#sample.slice(above + 1) };
  }

  /** Lays the table out from the sample, and draws the sample. */
  #beginTable() {
    const { preamble, head, sample } = this.#divideSample();
    this.#preambleRows = preamble.length;
    const bytes = this.#bytes;
    const glyphCache = new GlyphCache(hanVariantOf(bytes.toString("utf8", 0, HAN_SAMPLE_BYTES)));
    const rows = [...sample, ...this.#longerRows()];
    const isWhole = this.#sample.length <= SAMPLE_ROWS;
    const layout = layOutTable({ head: head ?? [], rows, isWhole }, new Typesetter(glyphCache), this.#job.pageSetup);
    const { width, height, margins, isRightAligned } = layout;
    this.#columnCount = isRightAligned.length;
    // The number of cells after the sample is not known yet; the limit of bytes bounds it.
    const cells = this.#sample.length * this.#columnCount;
    const isTagged = bytes.length <= TAGGED_CSV_LIMIT_BYTES && cells <= TAGGED_CELLS_LIMIT;
    const structure = isTagged ? new StructureTree(this.#columnCount, head && preamble.length) : undefined;
    const area = { width, height, left: margins.left, bottom: margins.bottom };
    const pages = new Pages(this.#file, area, glyphCache, isTagged);
    const parts = {
      layout,
      glyphCache,
      pages,
      structure,
      emoji: new EmojiPictures((picture) => writePicture(this.#file, picture)),
    };
    const drawing = { ...parts, table: new TypesetTable({ preamble, head }, parts) };
    this.#drawing = drawing;
    for (const row of sample) drawing.table.add(row);
    this.#sample = [];
    return drawing;
  }
}

/** Writes a CSV file as a PDF table, whose first row is the head of each page unless the caller says otherwise. */
export const writeTable = async (job: CsvJob): Promise<Output> => {
  const file = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.length);
  const text = decodeTable(file, job.reading?.encoding);
  const dialect = dialectOf(text, job.reading);
  const bytes = tableOf(text, dialect);
  const document = new CsvDocument(job, bytes, dialect);
  const checkPace = watchPace(bytes.length, job.timeLimitMs);
  try {
    await eachRow(
      bytes,
      dialect,
      (row) => document.add(row),
      async (done) => {
        checkPace(done);
        await document.drain();
      },
    );
    return await document.finish();
  } catch (error) {
    document.close();
    throw error;
  }
};
