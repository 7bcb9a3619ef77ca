import type { Output } from "../../output/output.ts";
import type { Warning } from "../../output/warnings.ts";
import { throwIfStopped } from "../../workers/stop-flag.ts";
import type { PageSetup } from "../page-setup.ts";
import { writeDocumentObjects } from "./document-objects.ts";
import { EmojiPictures } from "./emoji-pictures.ts";
import type { HanVariant } from "./faces.ts";
import { GlyphCache } from "./glyph-cache.ts";
import { watchPace } from "./pace.ts";
import { Pages } from "./pages.ts";
import { PdfFile } from "./pdf-file.ts";
import { assertPrintable, type Dialect, dialectOf, eachRow, longerRows, parseRows } from "./rows.ts";
import { StructureTree, TAGGED_CELLS_LIMIT } from "./structure-tree.ts";
import { Table } from "./table.ts";
import { layOutTable } from "./table-layout.ts";
import type { TableParts } from "./table-page.ts";
import { Typesetter } from "./typesetter.ts";

export interface CsvJob {
  readonly bytes: Uint8Array;
  readonly title: string;
  /** The moment (s since 1970) at which the PDF counts as made. */
  readonly created?: number | undefined;
  readonly pageSetup: PageSetup;
  /** The file for a large PDF; without a path it stays in memory. */
  readonly path: string | undefined;
  readonly timeLimitMs: number;
}

/** Rows from which the layout of the columns is computed. */
const SAMPLE_ROWS = 500;
/** A table from a larger CSV file is never tagged. */
const TAGGED_CSV_LIMIT_BYTES = 150_000;
/** How many columns longer rows may add to those of the sample: up to `count` more, or up to `times` as many. */
const FURTHER_COLUMNS = { count: 20, times: 3 };
/** Bytes at the beginning of a file from which the regional form of its Han characters is chosen. */
const HAN_SAMPLE_BYTES = 65_536;

const HEAD_SHORTENED: Warning = {
  code: "head-shortened",
  message: "The header cells would take more than half the page; they end in an ellipsis.",
};

const joinedMessage = (rows: number, columns: number): string =>
  `${rows.toLocaleString("en")} row${rows === 1 ? " has" : "s have"} more than ${columns} cells: the last column holds the rest.`;

/** The regional form of Han characters: Japanese or Korean if the text has kana or hangul too, else simplified Chinese. */
const hanVariantOf = (text: string): HanVariant =>
  /[\u3041-\u30ff]/.test(text) ? "JP" : /[\uac00-\ud7a3]/.test(text) ? "KR" : "SC";

/**
 * Writes a CSV file as a PDF. The first rows are collected until the columns can be laid out. One class, because rows
 * arrive one by one.
 */
class CsvDocument {
  readonly #job: CsvJob;
  readonly #file: PdfFile;
  readonly #dialect: Dialect;
  #sample: (readonly string[])[] = [];
  #drawing: (TableParts & { readonly table: Table }) | undefined;
  #rowCount = 0;
  #columnCount = Number.POSITIVE_INFINITY;
  #joinedRows = 0;

  constructor(job: CsvJob, dialect: Dialect) {
    this.#job = job;
    this.#dialect = dialect;
    this.#file = new PdfFile(job.path);
  }

  /** Adds a row; the first row is the head. Throws PROCESSING_FAILED for a row that is too long. */
  add(row: readonly string[]): void {
    assertPrintable(row, ++this.#rowCount);
    if (this.#drawing !== undefined) this.#drawing.table.add(row.length > this.#columnCount ? this.#join(row) : row);
    else if (this.#sample.push(row) > SAMPLE_ROWS) this.#beginTable();
  }

  /** Resolves when only few streams wait for their compression. Throws if the job is stopped. */
  drain(): Promise<void> {
    throwIfStopped();
    return this.#file.drain();
  }

  async finish(): Promise<Output> {
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
    if (this.#drawing?.table.isHeadShortened) warnings.push(HEAD_SHORTENED);
    if (this.#joinedRows > 0) {
      warnings.push({ code: "cells-joined", message: joinedMessage(this.#joinedRows, this.#columnCount) });
    }
    return warnings;
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
    const { bytes } = this.#job;
    const ranges = longerRows(bytes, this.#dialect.delimiter.charCodeAt(0), known);
    const rows = ranges.flatMap(({ from, to }) => parseRows(bytes.subarray(from, to), this.#dialect));
    return rows.filter((row) => row.length > known && row.length <= limit);
  }

  /** Lays the table out from the sample, and draws the sample. */
  #beginTable() {
    const [head = [], ...sample] = this.#sample;
    const { bytes, pageSetup } = this.#job;
    const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HAN_SAMPLE_BYTES));
    const glyphCache = new GlyphCache(hanVariantOf(beginning.toString("utf8")));
    const layout = layOutTable(head, [...sample, ...this.#longerRows()], new Typesetter(glyphCache), pageSetup);
    const { width, height, margins, isRightAligned } = layout;
    this.#columnCount = isRightAligned.length;
    // The number of cells after the sample is not known yet; the limit of bytes bounds it.
    const cells = this.#sample.length * this.#columnCount;
    const isTagged = bytes.length <= TAGGED_CSV_LIMIT_BYTES && cells <= TAGGED_CELLS_LIMIT;
    const structure = isTagged ? new StructureTree(this.#columnCount) : undefined;
    const area = { width, height, left: margins.left, bottom: margins.bottom };
    const pages = new Pages(this.#file, area, glyphCache, isTagged);
    const parts = { layout, glyphCache, pages, structure, emoji: new EmojiPictures(this.#file) };
    const drawing = { ...parts, table: new Table(head, parts) };
    this.#drawing = drawing;
    for (const row of sample) drawing.table.add(row);
    this.#sample = [];
    return drawing;
  }
}

/** Writes a CSV file as a PDF table, whose first row is the head of each page. */
export const writeTable = async (job: CsvJob): Promise<Output> => {
  const bytes = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.length);
  const dialect = dialectOf(bytes);
  const document = new CsvDocument(job, dialect);
  const checkPace = watchPace(job.bytes.length, job.timeLimitMs);
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
