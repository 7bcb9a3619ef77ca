import { ServiceError } from "../../errors.ts";
import type { Output } from "../../workers/output.ts";
import { type Budget, fullBudget } from "../budget.ts";
import { mergeDocuments } from "../merge/merge.ts";
import type { Dict } from "../objects.ts";
import { type Bookmark, setBookmarks } from "../outlines.ts";
import { selectionFault } from "../page-selection.ts";
import { type Document, openPdf } from "../read/open.ts";
import { removePagesFrom } from "../remove/remove.ts";
import { rewritten } from "../rewritten.ts";
import { textString } from "../strings.ts";
import { finish } from "./finish.ts";

/** A document and the budget that it is read with. */
export interface Opened {
  document: Document;
  budget: Budget;
}

/** How a job gets at its documents: newly read, or read already when somebody looked at them. */
export type Open = (bytes: Uint8Array) => Opened;

/** Opens with all that a thread of its own may spend. */
export const openInFull: Open = (bytes) => {
  const budget = fullBudget(bytes.length);
  return { document: openPdf(bytes, budget), budget };
};

/** A file's name as a bookmark's title. */
const titleOf = (name: string): string => name.replace(/(?<=.)\.pdf$/i, "");

/** The zero-based positions of page numbers from 1. Throws INVALID_REQUEST for a page that does not exist, and for all pages. */
const positionsOf = (numbers: number[], pages: number): Set<number> => {
  const fault = selectionFault(numbers, pages);
  if (fault !== undefined) throw new ServiceError("INVALID_REQUEST", `pages ${fault}.`);
  return new Set(numbers.map((number) => number - 1));
};

interface Merge {
  files: { name: string; bytes: Uint8Array }[];
  folder?: string | undefined;
}

interface Join {
  pieces: Uint8Array[];
  bookmarks: Bookmark[];
  across: string;
  author?: string | undefined;
  folder?: string | undefined;
}

interface Sign {
  bytes: Uint8Array;
  author: string;
  folder?: string | undefined;
}

interface Remove {
  bytes: Uint8Array;
  pages: number[];
  folder?: string | undefined;
}

/** What a document tells of itself, with its author. */
const signed = (info: Dict | undefined, author: string | undefined): Dict | undefined =>
  author === undefined ? info : new Map([...(info ?? []), ["Author", textString(author)]]);

/** What is done to PDFs in one thread, without a pause. */
export const JOBS = {
  inspect: ({ bytes }: { bytes: Uint8Array }, open: Open): { pages: number } => ({
    pages: open(bytes).document.pages.length,
  }),
  merge: ({ files, folder }: Merge, open: Open): Output => {
    const inputs = files.map(({ name, bytes }) => ({ title: titleOf(name), ...open(bytes) }));
    const bytes = files.map((file) => file.bytes);
    return finish(mergeDocuments(inputs), bytes, folder);
  },
  join: ({ pieces, bookmarks, across, author, folder }: Join, open: Open): Output => {
    const inputs = pieces.map((bytes) => ({ title: undefined, ...open(bytes) }));
    const writing = mergeDocuments(inputs, across);
    setBookmarks(writing.catalog, bookmarks);
    return finish({ ...writing, info: signed(writing.info, author) }, pieces, folder);
  },
  sign: ({ bytes, author, folder }: Sign, open: Open): Output => {
    const { document, budget } = open(bytes);
    const writing = rewritten(document, budget);
    return finish({ ...writing, info: signed(writing.info, author) }, [bytes], folder);
  },
  remove: ({ bytes, pages, folder }: Remove, open: Open): Output => {
    const { document, budget } = open(bytes);
    const writing = removePagesFrom(document, positionsOf(pages, document.pages.length), budget);
    return finish(writing, [bytes], folder);
  },
};

/** The name of a job. */
export type Kind = keyof typeof JOBS;
/** What a job is given. */
export type Input<Job extends Kind> = Parameters<(typeof JOBS)[Job]>[0];
/** What a job gives. */
export type Result<Job extends Kind> = ReturnType<(typeof JOBS)[Job]>;
