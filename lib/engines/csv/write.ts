import { ServiceError } from "../../errors.ts";
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
import { eachRow } from "./rows.ts";
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
  /** Not zero from the moment on when the table is no longer wanted. */
  readonly stop?: Int32Array;
  /** Milliseconds that it may take. */
  readonly within: number;
}

/** Rows by which the columns are planned. */
const SAMPLE = 500;
/** Bytes of CSV up to which a table may be tagged at all. */
const MOST_TAGGED_BYTES = 150_000;

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

const textString = (text: string): string => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

/** How Han characters are to look, by the letters that stand beside them. */
const hanOf = (text: string): Han => (/[\u3041-\u30ff]/.test(text) ? "JP" : /[\uac00-\ud7a3]/.test(text) ? "KR" : "SC");

/** A table on its way: its beginning is collected until the columns can be planned. */
class Writing {
  readonly #job: Job;
  readonly #file: PdfFile;
  #rows = 0;
  #sample: (readonly string[])[] = [];
  #table: { table: Table; pages: Pages; lettering: Lettering; tags: Tags | undefined; emoji: Emoji } | undefined;

  constructor(job: Job) {
    this.#job = job;
    this.#file = new PdfFile(job.path);
  }

  add(row: readonly string[]): void {
    judge(row, ++this.#rows);
    if (this.#table !== undefined) this.#table.table.add(row);
    else if (this.#sample.push(row) > SAMPLE) this.#plan();
  }

  settle(): Promise<void> {
    if (this.#job.stop !== undefined && Atomics.load(this.#job.stop, 0) !== 0) throw new Error("It is asked to stop.");
    return this.#file.settle();
  }

  async finish(): Promise<Uint8Array | number> {
    if (this.#table === undefined) this.#plan();
    const { table, pages, lettering, tags, emoji } = this.#table!;
    table.finish();
    const fonts = lettering.used.filter(({ face }) => !face.isPictures);
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

  #plan(): void {
    const [head = [], ...sample] = this.#sample;
    const beginning = Buffer.from(this.#job.bytes.buffer, this.#job.bytes.byteOffset, this.#job.bytes.length);
    const lettering = new Lettering(hanOf(beginning.toString("utf8", 0, 65_536)));
    const planned = plan(head, sample, new Setter(lettering), this.#job.page);
    const { width, height, margins, sheets, numeric } = planned;
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

/** Writes a CSV file as a PDF table, its first row as the head of each page; gives bytes, or the size of the file at its path. */
export const writeTable = async (job: Job): Promise<Uint8Array | number> => {
  const writing = new Writing(job);
  const pace = paceOf(job.bytes.length, job.within);
  try {
    const bytes = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.length);
    await eachRow(
      bytes,
      (row) => writing.add(row),
      async (done) => {
        pace(done);
        await writing.settle();
      },
    );
    return await writing.finish();
  } catch (error) {
    writing.abandon();
    throw error;
  }
};
