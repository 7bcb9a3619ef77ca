import { ServiceError, withField } from "../../errors/service-error.ts";
import type { Output } from "../../output/output.ts";
import { OverBudget, quickBudget } from "../budget.ts";
import { mergeDocuments } from "../merge/merge.ts";
import type { Dict } from "../objects.ts";
import { type OutlineEntry, setOutline } from "../outlines.ts";
import { type OpenedPdf, openWithBudget } from "../read/open.ts";
import { removePagesFrom } from "../remove/remove.ts";
import { textString } from "../strings.ts";
import { jobOutput } from "./job-output.ts";

/** Opens a file of a job. An error names the field of the request that holds the file, if it is given. */
type OpenFile = (bytes: Uint8Array, field?: string) => OpenedPdf;

/** The title of a file's bookmark: its name without `.pdf`. */
const titleOf = (name: string): string => name.replace(/(?<=.)\.pdf$/i, "");

/**
 * The zero-based positions of page numbers from 1. Throws INVALID_REQUEST if they name a page past the end, no page, or all
 * pages.
 */
const positionsOf = (numbers: readonly number[], count: number): Set<number> => {
  const pages = `${count} page${count === 1 ? "" : "s"}`;
  const refuse = (fault: string): never => {
    throw new ServiceError("INVALID_REQUEST", `pages ${fault}.`, { reason: "page-out-of-range" });
  };
  if (numbers.length === 0) refuse("must name at least one page");
  const outside = numbers.find((number) => number > count || number < 1);
  if (outside !== undefined) refuse(`has ${outside}, but the file has ${pages}`);
  const positions = new Set(numbers.map((number) => number - 1));
  return positions.size < count ? positions : refuse(`names all ${pages}: one must be left`);
};

interface MergeJob {
  files: readonly { readonly name: string; readonly bytes: Uint8Array; readonly field?: string }[];
  folder?: string | undefined;
}

interface JoinJob {
  pieces: Uint8Array[];
  bookmarks: OutlineEntry[];
  internalPrefix: string;
  author?: string | undefined;
  folder?: string | undefined;
}

interface RemoveJob {
  bytes: Uint8Array;
  field?: string;
  pages: readonly number[];
  folder?: string | undefined;
}

const withAuthor = (info: Dict | undefined, author: string | undefined): Dict | undefined =>
  author === undefined ? info : new Map([...(info ?? []), ["Author", textString(author)]]);

const pagesOf = (inputs: readonly OpenedPdf[]): number =>
  inputs.reduce((sum, { document }) => sum + document.pages.length, 0);

const PDF_JOBS = {
  merge: ({ files, folder }: MergeJob, open: OpenFile): Output => {
    const inputs = files.map(({ name, bytes, field }) => ({ title: titleOf(name), ...open(bytes, field) }));
    const bytes = files.map((file) => file.bytes);
    return jobOutput(mergeDocuments(inputs), pagesOf(inputs), bytes, folder);
  },
  join: ({ pieces, bookmarks, internalPrefix, author, folder }: JoinJob, open: OpenFile): Output => {
    const inputs = pieces.map((bytes) => ({ title: undefined, ...open(bytes) }));
    const merged = mergeDocuments(inputs, internalPrefix);
    setOutline(merged.catalog, bookmarks);
    return jobOutput({ ...merged, info: withAuthor(merged.info, author) }, pagesOf(inputs), pieces, folder);
  },
  remove: ({ bytes, field, pages, folder }: RemoveJob, open: OpenFile): Output => {
    const { document, budget } = open(bytes, field);
    const count = document.pages.length;
    const positions = positionsOf(pages, count);
    return jobOutput(removePagesFrom(document, positions, budget), count - positions.size, [bytes], folder);
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

/** Does a job, without a pause. If `isQuick`, all its files share one small budget. */
export const doPdfJob = ({ kind, input }: PdfOrder, isQuick: boolean): PdfAnswer => {
  const shared = isQuick ? quickBudget() : undefined;
  const open: OpenFile = (bytes, field) => {
    try {
      return openWithBudget(bytes, shared);
    } catch (error) {
      throw withField(error, field);
    }
  };
  try {
    return { done: PDF_JOBS[kind](input as never, open) };
  } catch (error) {
    if (isQuick && error instanceof OverBudget) return "over";
    throw error;
  }
};
