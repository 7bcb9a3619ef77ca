import type { Output } from "../../output/output.ts";
import type { Warning } from "../../output/warnings.ts";
import { arrayAt, dictOf } from "../access.ts";
import { type Attachment, attachToDocument } from "../attachments.ts";
import type { Budget } from "../budget.ts";
import { shortenDestinationNames } from "../destinations/names.ts";
import { jobOutput } from "../jobs/job-output.ts";
import { type Document, openWithBudget } from "../read/open.ts";
import { textString } from "../strings.ts";
import { accessFault } from "../universal-access/fault.ts";
import { type DocumentFacts, makeAccessible } from "../universal-access/make-accessible.ts";
import { notAccessible } from "../universal-access/not-accessible.ts";
import { lackingError, lackingWarnings, type WayWithMissing } from "../universal-access/refuse.ts";
import type { OutputDocument } from "../write/write.ts";
import { tagsFault } from "./accessible.ts";
import { readEInvoice } from "./e-invoice.ts";
import { objectFault, textFault } from "./faults.ts";
import { type Claims, identify } from "./identification.ts";
import { isAccessible, type PdfaLevel } from "./level.ts";
import { notArchivable } from "./not-archivable.ts";
import { tagBlank } from "./tag-blank.ts";

/** The flag of annotations that are printed (ISO 32000-2, 12.5.3). */
const PRINT = 4;

/** Sets the flags that ISO 19005-2, 6.3.2, requires on annotations without flags: LibreOffice writes none on links. */
const setPrintFlags = ({ pages }: Document): void => {
  for (const annotation of pages.flatMap((page) => arrayAt(page, "Annots") ?? [])) {
    const dict = dictOf(annotation);
    if (dict !== undefined && !dict.has("F")) dict.set("F", PRINT);
  }
};

/** Throws INVALID_REQUEST if a document does not conform to what it claims: ISO 19005, ISO 14289 or both. */
const assertClaims = (document: Document, claims: Claims, budget: Budget): void => {
  const { pdfA, isPdfUa } = claims;
  if (pdfA !== undefined) {
    shortenDestinationNames(document.catalog);
    setPrintFlags(document);
    if (isAccessible(pdfA)) tagBlank(document, budget);
    const fault = (isAccessible(pdfA) ? tagsFault(document.catalog) : undefined) ?? objectFault(document, budget);
    if (fault !== undefined) throw notArchivable(fault);
  }
  const text = textFault(document, claims, budget);
  const isAgainstPdfA = !isPdfUa || (pdfA !== undefined && isAccessible(pdfA));
  if (text !== undefined) throw isAgainstPdfA ? notArchivable(text) : notAccessible(text);
  const fault = isPdfUa ? accessFault(document, budget) : undefined;
  if (fault !== undefined) throw notAccessible(fault);
};

/**
 * Makes a document accessible as PDF/UA requires. Returns warnings about what it lacks; without warnings it may claim to be PDF/UA.
 * Throws INVALID_REQUEST instead if the request refuses documents that lack something.
 */
const accessWarnings = (document: Document, { missing: way, ...facts }: AccessJob, budget: Budget): Warning[] => {
  const missing = makeAccessible(document, facts, budget);
  if (missing.length > 0 && way === "refuse") throw lackingError(missing);
  return lackingWarnings(missing);
};

/**
 * Gives a document that Platen has made metadata that state its claims and equal its information dictionary, and in PDF/A sRGB as
 * its output intent. Throws INVALID_REQUEST if the document cannot conform to its claims.
 */
const withClaims = (
  document: Document,
  { level, access, title, lang, invoice: invoiceXml, attachments = [] }: ArchiveJob,
  budget: Budget,
): OutputDocument => {
  const { catalog, version, info: old = new Map() } = document;
  if (title !== undefined) old.set("Title", textString(title));
  if (lang !== undefined) catalog.set("Lang", textString(lang));
  const invoice = invoiceXml && { xml: invoiceXml, facts: readEInvoice(invoiceXml) };
  const warnings = access === undefined ? [] : accessWarnings({ ...document, info: old }, access, budget);
  const claims = { pdfA: level, isPdfUa: access !== undefined && warnings.length === 0 };
  if (claims.pdfA !== undefined || claims.isPdfUa) assertClaims(document, claims, budget);
  const info = identify(catalog, old, claims, { invoice, attachments });
  return { catalog, info, version, warnings };
};

/** The facts that PDF/UA requires of a document; `missing` is what happens if it lacks something. */
export interface AccessJob extends DocumentFacts {
  readonly missing: WayWithMissing;
}

/** A document that Platen has made, and how it is to be written. */
export interface ArchiveJob {
  readonly bytes: Uint8Array;
  /** Without a level it does not become PDF/A. */
  readonly level: PdfaLevel | undefined;
  /** Without it the document does not become PDF/UA. */
  readonly access?: AccessJob | undefined;
  /** A title and a language in place of its own. */
  readonly title?: string | undefined;
  readonly lang?: string | undefined;
  /** The XML of an invoice, which is attached. */
  readonly invoice?: Uint8Array | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** The folder of a large result; without it the result stays in memory. */
  readonly folder?: string | undefined;
}

/**
 * Writes a document as PDF/A, PDF/UA or both, with its attachments. Throws INVALID_REQUEST if the document cannot conform, is too
 * complex to be checked, or if the invoice is none.
 */
export const writePdfA = (job: ArchiveJob): Output => {
  const { bytes, level, access, title, lang, folder } = job;
  const { document, budget } = openWithBudget(bytes);
  const output =
    (level ?? access ?? title ?? lang) === undefined
      ? attachToDocument(document, job.attachments ?? [], budget)
      : withClaims(document, job, budget);
  return jobOutput(output, document.pages.length, [bytes], folder);
};
