import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Output } from "../../output/output.ts";
import { distinct, type Warning } from "../../output/warnings.ts";
import { ZipArchive } from "../../output/zip-archive.ts";
import { dictAt } from "../access.ts";
import { arrangePages } from "../arrange/arrange.ts";
import { type Attachment, attachToDocument } from "../attachments.ts";
import { OverBudget, quickBudget } from "../budget.ts";
import { describeDocument } from "../description/describe.ts";
import { type Flattened, flattenDocument } from "../flatten.ts";
import { type FormValues, fillForm } from "../form-fields/fill.ts";
import { describeFields } from "../form-fields/form-values.ts";
import { prepareOutput } from "../invalidated-parts.ts";
import { keepPages } from "../keep/keep-pages.ts";
import { mergeDocuments } from "../merge/merge.ts";
import type { Dict } from "../objects.ts";
import { type OutlineEntry, setOutline } from "../outlines.ts";
import { type PageRange, pagesBut, selectPages } from "../page-selection.ts";
import type { PageLayout } from "../pictures/page-layout.ts";
import { protectDocument } from "../protect.ts";
import { type OpenedPdf, openWithBudget } from "../read/open.ts";
import { rotatePages } from "../rotate-pages.ts";
import { attachmentsNeedPassword } from "../security/decrypt.ts";
import type { Protection } from "../security/encrypt.ts";
import { withFileField } from "../security/wrong-password.ts";
import { type Cut, partsOf } from "../split/parts.ts";
import { splitDocument } from "../split/split.ts";
import { drawText, type StampLayer, stampDocument, type TextStamp } from "../stamp/stamp.ts";
import { textString } from "../strings.ts";
import { jobOutput } from "./job-output.ts";

/** A file of a job. An error in opening it names the field of the request that holds it, if it is given. */
interface JobFile {
  readonly bytes: Uint8Array;
  readonly field?: string;
  /** The user's or the owner's password; a file that needs none is opened all the same. */
  readonly password?: string | undefined;
}

type OpenFile = (file: JobFile) => OpenedPdf;

/** The title of a file's bookmark: its name without `.pdf`. */
const titleOf = (name: string): string => name.replace(/(?<=.)\.pdf$/i, "");

/** A file of a merge. The field of its selection is named in an error. */
interface MergedFile extends JobFile {
  readonly name: string;
  /** The pages that are taken; all if it is not given. */
  readonly pages?: { readonly ranges: readonly PageRange[]; readonly field: string } | undefined;
}

interface MergeJob {
  readonly files: readonly MergedFile[];
  /** What is drawn on each page of the result, such as its number. */
  readonly numbering?: (StampLayer & { readonly text: TextStamp }) | undefined;
  readonly folder?: string | undefined;
}

interface JoinJob {
  readonly pieces: Uint8Array[];
  readonly bookmarks: OutlineEntry[];
  readonly internalPrefix: string;
  readonly author?: string | undefined;
  readonly folder?: string | undefined;
}

/** Which pages get a stamp, how it lies on them, and what is drawn: a text, or the first page of a file. */
interface StampOrder {
  readonly pages: readonly PageRange[];
  readonly layer: StampLayer;
  readonly mark: { readonly text: TextStamp } | { readonly file: JobFile };
}

/** A job on one file, with its options. */
type FileJob<Options = unknown> = JobFile & { readonly folder?: string | undefined } & Options;

const withAuthor = (info: Dict | undefined, author: string | undefined): Dict | undefined =>
  author === undefined ? info : new Map([...(info ?? []), ["Author", textString(author)]]);

const pagesOf = (inputs: readonly OpenedPdf[]): number =>
  inputs.reduce((sum, { document }) => sum + document.pages.length, 0);

/** The document of a file that keeps these pages. */
const keptPages = (job: FileJob, { document, budget }: OpenedPdf, positions: readonly number[]): Output =>
  jobOutput(keepPages(document, positions, budget), positions.length, [job.bytes], job.folder);

/** Extracts the selected pages of a file of a merge. Returns warnings about what they lack. */
const takeSelected = ({ pages }: MergedFile, opened: OpenedPdf | undefined, place: string): Warning[] => {
  if (pages === undefined || opened === undefined) return [];
  const { document, budget } = opened;
  const positions = selectPages(pages.ranges, document.pages.length, pages.field);
  return keepPages(document, positions, budget).warnings.map((warning) => ({ ...warning, place }));
};

const PDF_JOBS = {
  merge: async ({ files, numbering, folder }: MergeJob, open: OpenFile): Promise<Output> => {
    const inputs = files.map((file) => ({ title: titleOf(file.name), ...open(file) }));
    const bytes = files.map((file) => file.bytes);
    const losses = files.flatMap((file, at) => takeSelected(file, inputs[at], `file ${at + 1}`));
    const merged = mergeDocuments(inputs);
    const pages = inputs.flatMap(({ document }) => document.pages);
    const [first] = inputs;
    if (numbering !== undefined && first !== undefined)
      losses.push(
        ...(await drawText({ catalog: merged.catalog, pages }, new Set(pages.keys()), numbering, first.budget)),
      );
    const warnings = distinct([...losses, ...merged.warnings]);
    return jobOutput({ ...merged, warnings }, pages.length, bytes, folder);
  },
  join: ({ pieces, bookmarks, internalPrefix, author, folder }: JoinJob, open: OpenFile): Output => {
    const inputs = pieces.map((bytes) => ({ title: undefined, ...open({ bytes }) }));
    const merged = mergeDocuments(inputs, internalPrefix);
    setOutline(merged.catalog, bookmarks);
    return jobOutput({ ...merged, info: withAuthor(merged.info, author) }, pagesOf(inputs), pieces, folder);
  },
  remove: (job: FileJob<{ pages: readonly number[] }>, open: OpenFile): Output => {
    const opened = open(job);
    return keptPages(job, opened, pagesBut(job.pages, opened.document.pages.length));
  },
  extract: (job: FileJob<{ pages: readonly PageRange[] }>, open: OpenFile): Output => {
    const opened = open(job);
    return keptPages(job, opened, selectPages(job.pages, opened.document.pages.length));
  },
  rotate: (job: FileJob<{ pages: readonly PageRange[]; angle: number }>, open: OpenFile): Output => {
    const { document, budget } = open(job);
    const count = document.pages.length;
    const positions = new Set(selectPages(job.pages, count));
    return jobOutput(rotatePages(document, job.angle, positions, budget), count, [job.bytes], job.folder);
  },
  split: (job: FileJob<{ cut: Cut }>, open: OpenFile): Output => {
    const first = open(job);
    const parts = partsOf(first.document, job.cut, first.budget);
    if (job.folder === undefined) throw new Error("The archive of a split needs a folder.");
    const path = join(job.folder, "split.zip");
    const file = openSync(path, "w", 0o600);
    try {
      const archive = new ZipArchive(file);
      const warnings = splitDocument(
        () => open(job),
        parts,
        (bytes) => open({ bytes }),
        ({ name }, pieces) => archive.add(name, pieces),
      );
      const { body, size, digest } = archive.finish();
      return {
        body: body === "in file" ? { path, size } : Buffer.concat(body),
        digest,
        warnings: distinct(warnings),
      };
    } finally {
      closeSync(file);
    }
  },
  protect: (job: FileJob<{ protection: Protection }>, open: OpenFile): Output => {
    const { document, budget } = open(job);
    const output = protectDocument(document, job.bytes, job.protection, budget);
    return jobOutput(output, document.pages.length, [job.bytes], job.folder);
  },
  attach: (job: FileJob<{ attachments: readonly Attachment[] }>, open: OpenFile): Output => {
    const { document, budget } = open(job);
    const output = attachToDocument(document, job.attachments, budget);
    return jobOutput(output, document.pages.length, [job.bytes], job.folder);
  },
  flatten: async (job: FileJob<{ what: Flattened }>, open: OpenFile): Promise<Output> => {
    const { document, budget } = open(job);
    const output = await flattenDocument(document, job.what, budget);
    return jobOutput(output, document.pages.length, [job.bytes], job.folder);
  },
  fill: async (job: FileJob<{ values: FormValues; flatten: boolean }>, open: OpenFile): Promise<Output> => {
    const { document, budget } = open(job);
    const filled = await fillForm(document, job.values, budget);
    const formFields = describeFields(dictAt(document.catalog, "AcroForm"), budget);
    const output = job.flatten ? await flattenDocument(document, "forms", budget) : filled;
    const warnings = distinct([...filled.warnings, ...output.warnings]);
    return { ...jobOutput({ ...output, warnings }, document.pages.length, [job.bytes], job.folder), formFields };
  },
  stamp: async (job: FileJob<StampOrder>, open: OpenFile): Promise<Output> => {
    const { document, budget } = open(job);
    const count = document.pages.length;
    const positions = new Set(selectPages(job.pages, count));
    const { mark } = job;
    const drawn = "file" in mark ? { source: open(mark.file), field: mark.file.field ?? "stamp" } : mark;
    const output = await stampDocument(document, positions, { ...job.layer, ...drawn }, budget);
    const inputs = "file" in mark ? [job.bytes, mark.file.bytes] : [job.bytes];
    return jobOutput(output, count, inputs, job.folder);
  },
  describe: (job: FileJob, open: OpenFile): Output => {
    const { document, budget } = open(job);
    return { body: Buffer.from(JSON.stringify(describeDocument(document, budget))), warnings: [] };
  },
  arrange: (job: FileJob<{ layout: PageLayout }>, open: OpenFile): Output => {
    const { document, budget } = open(job);
    const sheets = Math.ceil(document.pages.length / job.layout.perPage);
    return jobOutput(arrangePages(document, job.layout, job.field ?? "file", budget), sheets, [job.bytes], job.folder);
  },
  unlock: (job: FileJob, open: OpenFile): Output => {
    const { document, budget } = open(job);
    const pages = document.pages.length;
    if (document.hasLockedAttachments) throw withFileField(attachmentsNeedPassword(), job.field);
    if (document.protection === "none") return { body: job.bytes, pages, warnings: [] };
    const output = prepareOutput(document, budget, { keepsPages: true, protectionGoes: true });
    return jobOutput(output, pages, [job.bytes], job.folder);
  },
};

export type PdfJobKind = keyof typeof PDF_JOBS;
export type PdfJobInput<Job extends PdfJobKind> = Parameters<(typeof PDF_JOBS)[Job]>[0];

export interface PdfOrder {
  readonly kind: PdfJobKind;
  readonly input: object;
}

/** The answer of a thread: the document, or "over" if the job needs more than the budget of a quick thread. */
export type PdfAnswer = { readonly done: Output } | "over";

/** Does a job. If `isQuick`, all its files share one small budget. */
export const doPdfJob = async ({ kind, input }: PdfOrder, isQuick: boolean): Promise<PdfAnswer> => {
  const shared = isQuick ? quickBudget() : undefined;
  const open: OpenFile = ({ bytes, field, password }) => {
    try {
      return openWithBudget(bytes, shared, password);
    } catch (error) {
      throw withFileField(error, field);
    }
  };
  try {
    return { done: await PDF_JOBS[kind](input as never, open) };
  } catch (error) {
    if (isQuick && error instanceof OverBudget) return "over";
    throw error;
  }
};
