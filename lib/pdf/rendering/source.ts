import type { Warning } from "../../output/warnings.ts";
import type { Budget } from "../budget.ts";
import { prepareOutput, protectionWarnings } from "../invalidated-parts.ts";
import type { Ref } from "../objects.ts";
import { type PageRange, selectPages } from "../page-selection.ts";
import { type Document, type OpenedPdf, openWithBudget } from "../read/open.ts";
import { withFileField } from "../security/wrong-password.ts";
import { writePdf } from "../write/write.ts";

/** A file that is drawn or read, and the chosen pages. */
export interface SourceOrder {
  readonly pages: readonly PageRange[];
  /** The field of the request that holds the file; an error names it. */
  readonly field?: string | undefined;
  readonly password?: string | undefined;
}

/** A file that our own reader has opened. */
export interface Source {
  /** The file; a copy that needs no password if it needs one, or that was prepared. */
  readonly bytes: Uint8Array;
  /** The number of its pages. */
  readonly count: number;
  /** The zero-based positions of the chosen pages, in their order, repeated ones too. */
  readonly positions: readonly number[];
  readonly opened: OpenedPdf;
  readonly warnings: readonly Warning[];
  /** The field of the request that holds the file; an error names it. */
  readonly field: string | undefined;
  /** The file as our own writer writes it, without damage; undefined if `bytes` are that already. */
  readonly rewrite?: () => Uint8Array;
}

/** Changes what the chosen pages draw with, before they are drawn or read. Returns whether it has changed anything. */
type PreparePages = (pages: readonly Ref[], budget: Budget, document: Document) => boolean;

const rewritten = ({ document, budget }: OpenedPdf): Uint8Array =>
  Buffer.concat(writePdf(prepareOutput(document, budget, { keepsPages: true })).pieces);

/**
 * Opens a file as every job on PDFs does. Throws the errors of opening it, and INVALID_REQUEST for a page that it does not have.
 */
export const openSource = (
  file: Uint8Array,
  { pages, field, password }: SourceOrder,
  prepare: PreparePages = () => false,
): Source => {
  const inFile = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (error) {
      throw withFileField(error, field);
    }
  };
  const opened = inFile(() => openWithBudget(file, undefined, password));
  const { document, budget } = opened;
  const count = document.pages.length;
  const positions = selectPages(pages, count);
  const chosen = new Set(positions);
  const isChanged = prepare(
    document.pages.filter((_, position) => chosen.has(position)),
    budget,
    document,
  );
  const source = { count, positions, opened, warnings: protectionWarnings(document), field };
  const rewrite = () => inFile(() => rewritten(opened));
  return document.protection === "password" || isChanged
    ? { ...source, bytes: rewrite() }
    : { ...source, bytes: file, rewrite };
};
