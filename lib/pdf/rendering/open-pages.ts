import { availableParallelism } from "node:os";
import { ServiceError, withField } from "../../errors/service-error.ts";
import { MB } from "../../settings/megabyte.ts";
import { compilePdfium } from "../pdfium/pdfium.ts";
import type { SizedPage } from "./page-sizes.ts";
import { PageThread } from "./page-thread.ts";
import type { Source } from "./source.ts";

/** Memory limit of PDFium in a thread: enough for a file of 100 MB and its largest page. */
const MEMORY_LIMIT_BYTES = 416 * MB;
const THREADS_LIMIT = 2;
/** Larger files are opened in one thread only, because each has a copy of the file. */
const SHARED_FILE_MAX_BYTES = 32 * MB;

const code = compilePdfium();
/** The threads of this process, which start with it. */
const allThreads = Array.from(
  { length: Math.min(THREADS_LIMIT, availableParallelism()) },
  () => new PageThread(MEMORY_LIMIT_BYTES, code),
);

/** Threads that have a file open, and its chosen pages. */
export interface OpenPages {
  readonly threads: readonly PageThread[];
  /** In the order in which they are chosen, repeated ones too. */
  readonly pages: readonly SizedPage[];
  /** The field of the request that holds the file; an error names it. */
  readonly field: string | undefined;
  /** The error for a page that PDFium cannot load. */
  damagedPage(position: number): unknown;
}

/** Opens a file in a thread, and finds its chosen pages; undefined if PDFium does not find all its pages. */
const chosenPages = async (
  thread: PageThread,
  bytes: Uint8Array,
  { count, positions }: Source,
  hasForm: boolean,
): Promise<SizedPage[] | undefined> =>
  (await thread.open(bytes, hasForm)) === count ? thread.sizes(positions) : undefined;

/**
 * Opens a source in PDFium, with its form or without. A file whose damage PDFium does not repair is opened as our own writer writes it. Throws
 * INVALID_REQUEST, with the name of the file's field, if that does not help.
 */
export const openPages = async (source: Source, hasForm: boolean): Promise<OpenPages> => {
  const { field } = source;
  const damaged = (what: string) =>
    withField(
      new ServiceError("INVALID_REQUEST", `${what} damaged beyond repair.`, { reason: "document-damaged" }),
      field,
    );
  const damagedPage = (position: number) => damaged(`Page ${position + 1} is`);
  const [first, ...others] = allThreads as [PageThread, ...PageThread[]];
  let { bytes } = source;
  let pages = await chosenPages(first, bytes, source, hasForm);
  if (pages === undefined && source.rewrite !== undefined) {
    bytes = source.rewrite();
    pages = await chosenPages(first, bytes, source, hasForm);
  }
  if (pages === undefined) throw damaged("Its pages are");
  const isAlone = pages.length === 1 || bytes.length > SHARED_FILE_MAX_BYTES;
  const further = isAlone ? [] : others;
  await Promise.all(further.map((thread) => thread.open(bytes, hasForm)));
  return { threads: [first, ...further], pages, field, damagedPage };
};
