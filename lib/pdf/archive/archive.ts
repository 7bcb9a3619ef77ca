import type { Output } from "../../output/output.ts";
import { arrayAt, dictOf } from "../access.ts";
import { type Attachment, attachToDocument } from "../attachments.ts";
import type { Budget } from "../budget.ts";
import { shortenDestinationNames } from "../destinations/names.ts";
import { jobOutput } from "../jobs/job-output.ts";
import { type Document, openWithBudget } from "../read/open.ts";
import type { OutputDocument } from "../write/write.ts";
import { tagsFault } from "./accessible.ts";
import { readEInvoice } from "./e-invoice.ts";
import { objectFault, textFault } from "./faults.ts";
import { identify } from "./identification.ts";
import { isAccessible, type PdfaLevel } from "./level.ts";
import { notArchivable } from "./not-archivable.ts";

/** The flag of annotations that are printed (ISO 32000-2, 12.5.3). */
const PRINT = 4;

/** Gives each annotation without flags those that ISO 19005-2, 6.3.2, asks for: LibreOffice writes none for links. */
const setPrintFlags = ({ pages }: Document): void => {
  for (const annotation of pages.flatMap((page) => arrayAt(page, "Annots") ?? [])) {
    const dict = dictOf(annotation);
    if (dict !== undefined && !dict.has("F")) dict.set("F", PRINT);
  }
};

/**
 * A document that Platen has made, as PDF/A: with metadata that claim the level and equal its information dictionary, and with
 * sRGB as its output intent. Throws INVALID_REQUEST if its content is against ISO 19005.
 */
export const toPdfA = (
  document: Document,
  level: PdfaLevel,
  budget: Budget,
  { invoice: invoiceXml, attachments = [] }: Pick<ArchiveJob, "invoice" | "attachments"> = {},
): OutputDocument => {
  const invoice = invoiceXml && { xml: invoiceXml, facts: readEInvoice(invoiceXml) };
  shortenDestinationNames(document.catalog);
  setPrintFlags(document);
  const tags = isAccessible(level) ? tagsFault(document.catalog) : undefined;
  const fault = tags ?? objectFault(document, budget) ?? textFault(document, level, budget);
  if (fault !== undefined) throw notArchivable(fault);
  const { catalog, version } = document;
  const info = identify(catalog, document.info, level, { invoice, attachments });
  return { catalog, info, version, warnings: [] };
};

/** A document that Platen has made, what it is to hold, and the level that it is to be written in. */
export interface ArchiveJob {
  readonly bytes: Uint8Array;
  /** Without a level it is not PDF/A, and takes attachments alone. */
  readonly level: PdfaLevel | undefined;
  /** The XML of an invoice, which the document then holds. */
  readonly invoice?: Uint8Array | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Where a large result goes; without a folder it stays in memory. */
  readonly folder?: string | undefined;
}

/**
 * Writes a document as PDF/A, if a level is given, with the files that it is to hold. Throws INVALID_REQUEST if it cannot be
 * PDF/A, is too complex to be checked, or if the invoice is none.
 */
export const writePdfA = ({ bytes, level, folder, ...files }: ArchiveJob): Output => {
  const { document, budget } = openWithBudget(bytes);
  const output =
    level === undefined
      ? attachToDocument(document, files.attachments ?? [], budget)
      : toPdfA(document, level, budget, files);
  return jobOutput(output, document.pages.length, [bytes], folder);
};
