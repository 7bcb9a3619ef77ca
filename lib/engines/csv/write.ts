import { ServiceError } from "../../errors.ts";
import type { Output, OutputBody } from "../../workers/output.ts";
import { throwIfStopped } from "../../workers/stop-flag.ts";
import type { Warning } from "../../workers/warnings.ts";
import type { PageSetup } from "../page-setup.ts";
import { plan } from "./columns.ts";
import { Content } from "./content.ts";
import { Emoji } from "./emoji.ts";
import type { Han } from "./faces.ts";
import { writeFont } from "./font-objects.ts";
import { Lettering } from "./lettering.ts";
import { paceOf } from "./pace.ts";
import { Pages } from "./pages.ts";
import { PdfFile } from "./pdf-file.ts";
import { longerRows } from "./row-lengths.ts";
import { type Dialect, dialectOf, eachRow, rowsIn } from "./rows.ts";
import { Setter } from "./setting.ts";
import { Table } from "./table.ts";
import { MOST_TAGGED_CELLS, Tags } from "./tags.ts";

/** A table to be written. */
export interface Job {
  readonly bytes: Uint8Array;
  readonly title: string;
  readonly page: PageSetup;
  /** Where the PDF goes when it is large; without it stays in memory. */
  readonly path: string | undefined;
  /** Milliseconds that it may take. */
  readonly within: number;
}

/** Rows by which the columns are planned. */
const SAMPLE = 500;
/** Bytes of CSV up to which a table may be tagged at all. */
const MOST_TAGGED_BYTES = 150_000;

/** Columns that a table may have beyond those of its first rows, and how many times as many. */
const FURTHER_COLUMNS = { least: 20, times: 3 };

/** Characters of one row that are set at most: what is made of them takes many times their memory until it is drawn. */
const MOST_OF_ROW = 8_388_608;

const judge = (row: readonly string[], number: number): void => {
  let length = 0;
  for (let at = 0; at < row.length; at++) length += row[at]!.length;
  if (length <= MOST_OF_ROW) return;
  const most = MOST_OF_ROW.toLocaleString("en");
  const message = `Row ${number} has ${length.toLocaleString("en")} characters: more than ${most} cannot be printed.`;
  throw new ServiceError("PROCESSING_FAILED", message);
};

const HEAD_SHORTENED: Warning = {
  code: "head-shortened",
  message: "Cells of the head that would take more than half the page end in an ellipsis.",
};

const joinedMessage = (rows: number, columns: number): string =>
  `${rows.toLocaleString("en")} row${rows === 1 ? " has" : "s have"} more than ${columns} cells: the last column holds the rest.`;

const textString = (text: string): string => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

/** How Han characters are to look, by the letters that stand beside them. */
const hanOf = (text: string): Han => (/[\u3041-\u30ff]/.test(text) ? "JP" : /[\uac00-\ud7a3]/.test(text) ? "KR" : "SC");

/** A table on its way: its beginning is collected until the columns can be planned. */
class Writing {
  readonly #job: Job;
  readonly #file: PdfFile;
  readonly #dialect: Dialect;
  #rows = 0;
  #columns = Number.POSITIVE_INFINITY;
  #joined = 0;
  #sample: (readonly string[])[] = [];
  #table: { table: Table; pages: Pages; lettering: Lettering; tags: Tags | undefined; emoji: Emoji } | undefined;

  constructor(job: Job, dialect: Dialect) {
    this.#job = job;
    this.#dialect = dialect;
    this.#file = new PdfFile(job.path);
  }

  add(row: readonly string[]): void {
    judge(row, ++this.#rows);
    if (this.#table !== undefined) this.#table.table.add(row.length > this.#columns ? this.#join(row) : row);
    else if (this.#sample.push(row) > SAMPLE) this.#plan();
  }

  settle(): Promise<void> {
    throwIfStopped();
    return this.#file.settle();
  }

  async finish(): Promise<OutputBody> {
    if (this.#table === undefined) this.#plan();
    const { table, pages, lettering, tags, emoji } = this.#table!;
    table.finish();
    const unseen = lettering.unseen.shown.size > 0 ? [lettering.unseen] : [];
    const fonts = [...lettering.used.filter(({ face }) => !face.isPictures), ...unseen];
    const ids = fonts.map(({ resource }) => [resource, this.#file.reserve()] as [string, number]);
    const root = pages.finish(new Content(), ids, emoji.resources);
    for (const [at, [, id]] of ids.entries()) writeFont(this.#file, id, fonts[at]!, at);
    const structure = tags?.write(this.#file, pages.ids) ?? "";
    const [catalog, info] = [this.#file.reserve(), this.#file.reserve()];
    this.#file.object(
      catalog,
      `<</Type/Catalog/Pages ${root} 0 R/ViewerPreferences<</DisplayDocTitle true>>${structure}>>`,
    );
    this.#file.object(info, `<</Title ${textString(this.#job.title)}/Creator(Platen)/Producer(Platen)>>`);
    return this.#file.finish(catalog, info);
  }

  abandon(): void {
    this.#file.abandon();
  }

  /** What the table lacks of the file. */
  get warnings(): Warning[] {
    const warnings: Warning[] = [];
    if (this.#table?.table.isHeadShortened) warnings.push(HEAD_SHORTENED);
    if (this.#joined > 0) warnings.push({ code: "cells-joined", message: joinedMessage(this.#joined, this.#columns) });
    return warnings;
  }

  /** A row that is longer than the table is wide: its last cell holds all that is left. */
  #join(row: readonly string[]): string[] {
    this.#joined++;
    const last = this.#columns - 1;
    return [...row.slice(0, last), row.slice(last).join(`${this.#dialect.delimiter} `)];
  }

  /** Rows further down that have more cells than those of the sample. */
  #longerRows(): string[][] {
    const known = Math.max(0, ...this.#sample.map((row) => row.length));
    const most = Math.max(known + FURTHER_COLUMNS.least, known * FURTHER_COLUMNS.times);
    if (this.#sample.length <= SAMPLE) return [];
    const { bytes } = this.#job;
    const places = longerRows(bytes, this.#dialect.delimiter.charCodeAt(0), known);
    const rows = places.flatMap(({ from, to }) => rowsIn(bytes.subarray(from, to), this.#dialect));
    return rows.filter((row) => row.length > known && row.length <= most);
  }

  #plan(): void {
    const [head = [], ...sample] = this.#sample;
    const beginning = Buffer.from(this.#job.bytes.buffer, this.#job.bytes.byteOffset, this.#job.bytes.length);
    const lettering = new Lettering(hanOf(beginning.toString("utf8", 0, 65_536)));
    const planned = plan(head, [...sample, ...this.#longerRows()], new Setter(lettering), this.#job.page);
    const { width, height, margins, sheets, numeric } = planned;
    this.#columns = numeric.length;
    // Of a table that goes on, it is known by its bytes alone that it is small.
    const cells = this.#sample.length * numeric.length;
    const tags =
      this.#job.bytes.length <= MOST_TAGGED_BYTES && cells <= MOST_TAGGED_CELLS ? new Tags(numeric.length) : undefined;
    const sheet = { width, height, left: margins.left, bottom: margins.bottom };
    const pages = new Pages(this.#file, sheet, lettering, tags !== undefined);
    const setters = sheets.map(() => new Setter(lettering));
    const emoji = new Emoji(this.#file);
    const table = new Table(planned, head, lettering, setters, pages, tags, emoji);
    this.#table = { table, pages, lettering, tags, emoji };
    for (const row of sample) table.add(row);
    this.#sample = [];
  }
}

/** Writes a CSV file as a PDF table, its first row as the head of each page. */
export const writeTable = async (job: Job): Promise<Output> => {
  const bytes = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.length);
  const dialect = dialectOf(bytes);
  const writing = new Writing(job, dialect);
  const pace = paceOf(job.bytes.length, job.within);
  try {
    await eachRow(
      bytes,
      dialect,
      (row) => writing.add(row),
      async (done) => {
        pace(done);
        await writing.settle();
      },
    );
    return { body: await writing.finish(), warnings: writing.warnings };
  } catch (error) {
    writing.abandon();
    throw error;
  }
};
