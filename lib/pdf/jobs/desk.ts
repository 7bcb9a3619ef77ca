import { ServiceError, toRefusal } from "../../errors/service-error.ts";
import type { JobMemory } from "../../workers/serve-thread.ts";
import { type Budget, fileBudget, OverBudget, QUICK_LIMIT_MS, quickBudget } from "../budget.ts";
import { openPdf } from "../read/open.ts";
import { toServiceError } from "../service-error.ts";
import { type OpenedPdf, PDF_JOBS, type PdfJobInput, type PdfJobKind, type PdfOpener } from "./jobs.ts";
import { DocumentStore, type KeptDocuments } from "./kept-documents.ts";
import type { FileLook, JobOrder, KeptFile, LookOrder, PdfAnswer, ThreadLimits } from "./orders.ts";

/** Milliseconds in which a job on documents that are open already must read the rest of them. */
const JOB_LIMIT_MS = 50_000;
/** Memory of a unit of the budget, on average. */
const BYTES_PER_UNIT = 16;

const isKeptFile = (value: object): value is KeptFile => "keptFile" in value;

/** Does the looks and jobs of one thread, and keeps the documents of a look open for the job that follows. */
export class PdfDesk {
  readonly #limits: ThreadLimits;
  readonly #store: DocumentStore;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
    this.#store = new DocumentStore(limits);
  }

  /** Counts the pages of files; "over" where that exceeds a quick budget, which the files share. */
  look({ look: files, key, milliseconds }: LookOrder, memory: JobMemory): PdfAnswer {
    const shared = this.#limits.isQuick ? quickBudget() : undefined;
    const opened: (OpenedPdf | undefined)[] = [];
    let spent = 0;
    try {
      const looks = files.map((bytes): FileLook => {
        const budget = shared ?? fileBudget(bytes.length, milliseconds);
        const before = budget.values * BYTES_PER_UNIT + budget.bytes;
        const [open, found] = this.#open(bytes, budget);
        opened.push(open);
        spent += before - (budget.values * BYTES_PER_UNIT + budget.bytes) + bytes.length;
        return found;
      });
      const isKept = opened.includes(undefined) ? false : this.#store.keep(key, { files, opened }, spent);
      if (isKept) for (const bytes of files) memory.keep(bytes);
      return { done: { files: looks, isKept } };
    } catch (error) {
      if (this.#limits.isQuick && error instanceof OverBudget) return "over";
      throw error;
    }
  }

  #open(bytes: Uint8Array, budget: Budget): [OpenedPdf | undefined, FileLook] {
    try {
      const document = openPdf(bytes, budget);
      return [{ document, budget }, { pages: document.pages.length }];
    } catch (error) {
      if (this.#limits.isQuick && error instanceof OverBudget) throw error;
      const refused = toServiceError(error);
      if (!(refused instanceof ServiceError)) throw error;
      return [undefined, { refused: toRefusal(refused) }];
    }
  }

  /** Does a job; "gone" where it names documents that are not open any more, "over" where it exceeds a quick budget. */
  work({ kind, input, key }: JobOrder, memory: JobMemory): PdfAnswer {
    const kept = key === undefined ? undefined : this.#store.take(key);
    if (key !== undefined && kept === undefined) return "gone";
    for (const bytes of kept?.files ?? []) memory.adopt(bytes);
    const filled = kept === undefined ? input : withFiles(input, kept);
    const job = PDF_JOBS[kind] as (input: unknown, open: PdfOpener) => ReturnType<(typeof PDF_JOBS)[PdfJobKind]>;
    try {
      return { done: job(filled as PdfJobInput<PdfJobKind>, this.#openerFor(kept)) };
    } catch (error) {
      if (this.#limits.isQuick && error instanceof OverBudget) return "over";
      throw toServiceError(error);
    }
  }

  #openerFor(kept: KeptDocuments | undefined): PdfOpener {
    const known = new Map(kept?.files.map((bytes, place) => [bytes, kept.opened[place]]));
    const shared = this.#limits.isQuick ? quickBudget() : undefined;
    return (bytes) => {
      const open = known.get(bytes);
      open?.budget.restartClock(this.#limits.isQuick ? QUICK_LIMIT_MS : JOB_LIMIT_MS);
      if (open !== undefined) return open;
      const budget = shared ?? fileBudget(bytes.length);
      return { document: openPdf(bytes, budget), budget };
    };
  }
}

/** An input in which the files of kept documents stand in their places. */
const withFiles = (input: object, kept: KeptDocuments): object => {
  const fill = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    if (isKeptFile(value)) return kept.files[value.keptFile];
    if (Array.isArray(value)) return typeof value[0] === "number" ? value : value.map(fill);
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fill(entry)]));
  };
  return fill(input) as object;
};
