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

/** The output intent (ISO 19005-2, 6.2.3) of a document with colours of sRGB. */
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

/** The schema of the claim to be PDF/UA, which PDF/A does not define. */
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

/** Files that a document in PDF/A-3 holds. */
export interface HeldFiles {
  readonly invoice?: { readonly xml: Uint8Array; readonly facts: EInvoice } | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
}

/**
 * Gives a catalog metadata that state these claims and equal the information dictionary, output intents if it is PDF/A, and files.
 * Returns the information dictionary.
 */
export const identify = (
  catalog: Dict,
  old: Dict | undefined,
  { pdfA, isPdfUa }: Claims,
  { invoice, attachments = [], intents = [outputIntent()] }: HeldFiles & { readonly intents?: readonly Dict[] },
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
