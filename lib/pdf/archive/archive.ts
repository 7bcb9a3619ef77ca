import { ServiceError } from "../../errors/service-error.ts";
import type { Output } from "../../output/output.ts";
import { arrayAt, bytesAt, dictOf } from "../access.ts";
import { type Attachment, attachFiles } from "../attachments.ts";
import type { Budget } from "../budget.ts";
import { shortenDestinationNames } from "../destinations/names.ts";
import { jobOutput } from "../jobs/job-output.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../objects.ts";
import { type Document, openWithBudget } from "../read/open.ts";
import { textOfString, textString } from "../strings.ts";
import type { OutputDocument } from "../write/write.ts";
import { xmpOf } from "../xmp.ts";
import { tagsFault } from "./accessible.ts";
import { readEInvoice } from "./e-invoice.ts";
import { eInvoiceXmp, invoiceAttachment } from "./e-invoice-file.ts";
import { objectFault, textFault } from "./faults.ts";
import { plainInformation } from "./information.ts";
import { isAccessible, type PdfaLevel } from "./level.ts";
import { SRGB_NAME, SRGB_PROFILE } from "./srgb-profile.ts";

/** The output intent (ISO 19005-2, 6.2.3) of a document with colours of sRGB. */
const outputIntent = (): Dict =>
  makeDict({
    Type: new Name("OutputIntent"),
    S: new Name("GTS_PDFA1"),
    OutputConditionIdentifier: textString(SRGB_NAME),
    Info: textString(SRGB_NAME),
    DestOutputProfile: new Ref(new Stream(makeDict({ N: 3 }), SRGB_PROFILE)),
  });

const metadataStream = (xmp: Buffer): Stream =>
  new Stream(makeDict({ Type: new Name("Metadata"), Subtype: new Name("XML") }), xmp);

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
  const invoice = invoiceXml && readEInvoice(invoiceXml);
  if (attachments.some(({ name }) => name === invoice?.fileName))
    throw new ServiceError(
      "INVALID_REQUEST",
      `attachments has ${invoice?.fileName}, which is the name of the invoice.`,
    );
  shortenDestinationNames(document.catalog);
  setPrintFlags(document);
  const tags = isAccessible(level) ? tagsFault(document.catalog) : undefined;
  const fault = tags ?? objectFault(document, budget) ?? textFault(document, level, budget);
  if (fault !== undefined)
    throw new ServiceError("INVALID_REQUEST", `The document cannot be PDF/A: ${fault}.`, { reason: "not-archivable" });
  const { catalog, version } = document;
  const lang = bytesAt(catalog, "Lang");
  const { info, properties } = plainInformation(document.info);
  const xmp = xmpOf({ ...properties, lang: lang && textOfString(lang), pdfA: level }, invoice && eInvoiceXmp(invoice));
  if (invoiceXml !== undefined && invoice !== undefined) attachFiles(catalog, [invoiceAttachment(invoiceXml, invoice)]);
  attachFiles(catalog, attachments);
  catalog.set("Metadata", new Ref(metadataStream(xmp)));
  catalog.set("OutputIntents", [outputIntent()]);
  return { catalog, info, version, warnings: [] };
};

/** A document that Platen has made, and the level that it is to be written in. */
export interface ArchiveJob {
  readonly bytes: Uint8Array;
  readonly level: PdfaLevel;
  /** The XML of an invoice, which the document then holds. */
  readonly invoice?: Uint8Array | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Where a large result goes; without a folder it stays in memory. */
  readonly folder?: string | undefined;
}

/**
 * Writes a document as PDF/A. Throws INVALID_REQUEST if it cannot be PDF/A, is too complex to be checked, or if the invoice is not
 * one.
 */
export const writePdfA = ({ bytes, level, folder, ...files }: ArchiveJob): Output => {
  const { document, budget } = openWithBudget(bytes);
  return jobOutput(toPdfA(document, level, budget, files), document.pages.length, [bytes], folder);
};
