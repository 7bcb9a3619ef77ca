import { ServiceError } from "../../errors/service-error.ts";
import { bytesAt } from "../access.ts";
import { type Attachment, attachFiles } from "../attachments.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../objects.ts";
import { textOfString, textString } from "../strings.ts";
import { xmpOf } from "../xmp.ts";
import type { EInvoice } from "./e-invoice.ts";
import { E_INVOICE_SCHEMA, eInvoiceXmp, invoiceAttachment } from "./e-invoice-file.ts";
import { type ExtensionSchema, extensionXmp } from "./extension-schemas.ts";
import { plainInformation } from "./information.ts";
import type { PdfaLevel } from "./level.ts";
import { SRGB_NAME, SRGB_PROFILE } from "./srgb-profile.ts";

/** The output intent sRGB (ISO 19005-2, 6.2.3). */
export const outputIntent = (): Dict =>
  makeDict({
    Type: new Name("OutputIntent"),
    S: new Name("GTS_PDFA1"),
    OutputConditionIdentifier: textString(SRGB_NAME),
    Info: textString(SRGB_NAME),
    DestOutputProfile: new Ref(new Stream(makeDict({ N: 3 }), SRGB_PROFILE)),
  });

const metadataStream = (xmp: Buffer): Stream =>
  new Stream(makeDict({ Type: new Name("Metadata"), Subtype: new Name("XML") }), xmp);

/** The schema that claims PDF/UA. PDF/A does not define it. */
const PDFUA_SCHEMA: ExtensionSchema = {
  title: "PDF/UA Universal Accessibility Schema",
  namespace: "http://www.aiim.org/pdfua/ns/id/",
  prefix: "pdfuaid",
  category: "internal",
  type: "Integer",
  properties: { part: "Indicates, which part of ISO 14289 standard is followed" },
};

/** What a document claims to be. */
export interface Claims {
  readonly pdfA: PdfaLevel | undefined;
  readonly isPdfUa: boolean;
}

/** Files that are embedded in a document of PDF/A-3. */
export interface EmbeddedFiles {
  readonly invoice?: { readonly xml: Uint8Array; readonly facts: EInvoice } | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
}

/**
 * Adds to a catalog the metadata, which state the claims and equal the information dictionary, the output intents of PDF/A, and the
 * embedded files. Returns the information dictionary.
 */
export const identify = (
  catalog: Dict,
  old: Dict | undefined,
  { pdfA, isPdfUa }: Claims,
  { invoice, attachments = [], intents = [outputIntent()] }: EmbeddedFiles & { readonly intents?: readonly Dict[] },
): Dict => {
  if (attachments.some(({ name }) => name === invoice?.facts.fileName))
    throw new ServiceError(
      "INVALID_REQUEST",
      `attachments has ${invoice?.facts.fileName}, which is the name of the invoice.`,
    );
  const lang = bytesAt(catalog, "Lang");
  const { info, properties } = plainInformation(old);
  const schemas = [...(invoice ? [E_INVOICE_SCHEMA] : []), ...(isPdfUa && pdfA !== undefined ? [PDFUA_SCHEMA] : [])];
  const further = [...extensionXmp(schemas), ...(invoice ? eInvoiceXmp(invoice.facts) : [])];
  const pdfUa = isPdfUa ? "1" : undefined;
  const xmp = xmpOf({ ...properties, lang: lang && textOfString(lang), pdfA, pdfUa }, further);
  attachFiles(catalog, [...(invoice ? [invoiceAttachment(invoice.xml, invoice.facts)] : []), ...attachments]);
  catalog.set("Metadata", new Ref(metadataStream(xmp)));
  if (pdfA !== undefined) catalog.set("OutputIntents", [...intents]);
  return info;
};
