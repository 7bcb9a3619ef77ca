import { ServiceError } from "../../errors/service-error.ts";
import type { Output } from "../../output/output.ts";
import { type Budget, fileBudget } from "../budget.ts";
import { mergeDocuments } from "../merge/merge.ts";
import type { Dict } from "../objects.ts";
import { type OutlineEntry, setOutline } from "../outlines.ts";
import { selectionFault } from "../page-selection.ts";
import { type Document, openPdf } from "../read/open.ts";
import { removePagesFrom } from "../remove/remove.ts";
import { rewritten } from "../rewritten.ts";
import { textString } from "../strings.ts";
import { jobOutput } from "./job-output.ts";

/** An open document, and the budget for reading it. */
export interface OpenedPdf {
  document: Document;
  budget: Budget;
}

/** Opens a document for a job, or returns one that is open already. */
export type PdfOpener = (bytes: Uint8Array) => OpenedPdf;

/** Opens a document with the budget of a worker thread. */
export const openOnWorker: PdfOpener = (bytes) => {
  const budget = fileBudget(bytes.length);
  return { document: openPdf(bytes, budget), budget };
};

/** The title of a file's bookmark: its name without `.pdf`. */
const titleOf = (name: string): string => name.replace(/(?<=.)\.pdf$/i, "");

/**
 * The zero-based positions of page numbers from 1. Throws INVALID_REQUEST for a page that does not exist, and for all
 * pages.
 */
const positionsOf = (numbers: number[], pages: number): Set<number> => {
  const fault = selectionFault(numbers, pages);
  if (fault !== undefined)
    throw new ServiceError("INVALID_REQUEST", `pages ${fault}.`, { reason: "page-out-of-range" });
  return new Set(numbers.map((number) => number - 1));
};

interface MergeJob {
  files: { name: string; bytes: Uint8Array }[];
  folder?: string | undefined;
}

interface JoinJob {
  pieces: Uint8Array[];
  bookmarks: OutlineEntry[];
  internalPrefix: string;
  author?: string | undefined;
  folder?: string | undefined;
}

interface SetAuthorJob {
  bytes: Uint8Array;
  author: string;
  folder?: string | undefined;
}

interface RemoveJob {
  bytes: Uint8Array;
  pages: number[];
  folder?: string | undefined;
}

/** The information dictionary with an author. */
const withAuthor = (info: Dict | undefined, author: string | undefined): Dict | undefined =>
  author === undefined ? info : new Map([...(info ?? []), ["Author", textString(author)]]);

const pagesOf = (inputs: readonly OpenedPdf[]): number =>
  inputs.reduce((sum, { document }) => sum + document.pages.length, 0);

/** The jobs on PDFs. Each runs on one thread without a pause. */
export const PDF_JOBS = {
  merge: ({ files, folder }: MergeJob, open: PdfOpener): Output => {
    const inputs = files.map(({ name, bytes }) => ({ title: titleOf(name), ...open(bytes) }));
    const bytes = files.map((file) => file.bytes);
    return jobOutput(mergeDocuments(inputs), pagesOf(inputs), bytes, folder);
  },
  join: ({ pieces, bookmarks, internalPrefix, author, folder }: JoinJob, open: PdfOpener): Output => {
    const inputs = pieces.map((bytes) => ({ title: undefined, ...open(bytes) }));
    const merged = mergeDocuments(inputs, internalPrefix);
    setOutline(merged.catalog, bookmarks);
    return jobOutput({ ...merged, info: withAuthor(merged.info, author) }, pagesOf(inputs), pieces, folder);
  },
  setAuthor: ({ bytes, author, folder }: SetAuthorJob, open: PdfOpener): Output => {
    const { document, budget } = open(bytes);
    const output = rewritten(document, budget);
    const named = { ...output, info: withAuthor(output.info, author) };
    return jobOutput(named, document.pages.length, [bytes], folder);
  },
  remove: ({ bytes, pages, folder }: RemoveJob, open: PdfOpener): Output => {
    const { document, budget } = open(bytes);
    const count = document.pages.length;
    const positions = positionsOf(pages, count);
    return jobOutput(removePagesFrom(document, positions, budget), count - positions.size, [bytes], folder);
  },
};

/** The name of a job. */
export type PdfJobKind = keyof typeof PDF_JOBS;
/** The input of a job. */
export type PdfJobInput<Job extends PdfJobKind> = Parameters<(typeof PDF_JOBS)[Job]>[0];
/** The result of a job. */
export type PdfJobResult<Job extends PdfJobKind> = ReturnType<(typeof PDF_JOBS)[Job]>;
