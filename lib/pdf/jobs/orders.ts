import type { Refusal } from "../../errors/service-error.ts";
import type { PdfJobInput, PdfJobKind, PdfJobResult } from "./jobs.ts";

/** What bounds the jobs of a thread. */
export interface ThreadLimits {
  /** Whether its jobs have the small budget, and go on to another thread when that is spent. */
  readonly isQuick: boolean;
  /** Whether the bytes of files that are kept open belong to the thread, which frees them. */
  readonly ownsBytes: boolean;
  /** Memory in bytes of the documents that stay open between a look and a job. */
  readonly keptBytes: number;
}

/** Files of one request whose pages are to be counted. They stay open under the key, where the thread has room. */
export interface LookOrder {
  readonly look: readonly Uint8Array[];
  readonly key: number;
  /** Milliseconds after which the look ends; a quick thread has its own limit. */
  readonly milliseconds: number;
}

/** A file of a job that the thread has open: its place among the files of the look. */
export interface KeptFile {
  readonly keptFile: number;
}

/** A job; where the thread has its documents open, `key` names them and `KeptFile` stands in place of their bytes. */
export interface JobOrder {
  readonly kind: PdfJobKind;
  readonly input: PdfJobInput<PdfJobKind> | object;
  readonly key?: number;
}

/** What a look finds of a file: its pages, or why it is refused. */
export type FileLook = { readonly pages: number } | { readonly refused: Refusal };

/** The outcome of a look. */
export interface Look {
  readonly files: readonly FileLook[];
  readonly isKept: boolean;
}

/** The answer of a thread: an outcome; "over" where a quick budget is spent; "gone" where documents are not open any more. */
export type PdfAnswer = { readonly done: Look | PdfJobResult<PdfJobKind> } | "over" | "gone";
