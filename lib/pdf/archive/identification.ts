import { ServiceError } from "../../errors/service-error.ts";
import { bytesAt } from "../access.ts";
import { type Attachment, attachFiles } from "../attachments.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../objects.ts";
import { textOfString, textString } from "../strings.ts";
import { xmpOf } from "../xmp.ts";
import type { EInvoice } from "./e-invoice.ts";
import { eInvoiceXmp, invoiceAttachment } from "./e-invoice-file.ts";
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

/** Files that a document in PDF/A-3 holds. */
export interface HeldFiles {
  readonly invoice?: { readonly xml: Uint8Array; readonly facts: EInvoice } | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
}

/**
 * Gives a catalog metadata that claim a level and equal the information dictionary, output intents, and files. Returns the
 * information dictionary.
 */
export const identify = (
  catalog: Dict,
  old: Dict | undefined,
  level: PdfaLevel,
  { invoice, attachments = [], intents = [outputIntent()] }: HeldFiles & { readonly intents?: readonly Dict[] },
): Dict => {
  if (attachments.some(({ name }) => name === invoice?.facts.fileName))
    throw new ServiceError(
      "INVALID_REQUEST",
      `attachments has ${invoice?.facts.fileName}, which is the name of the invoice.`,
    );
  const lang = bytesAt(catalog, "Lang");
  const { info, properties } = plainInformation(old);
  const further = invoice && eInvoiceXmp(invoice.facts);
  const xmp = xmpOf({ ...properties, lang: lang && textOfString(lang), pdfA: level }, further);
  attachFiles(catalog, [...(invoice ? [invoiceAttachment(invoice.xml, invoice.facts)] : []), ...attachments]);
  catalog.set("Metadata", new Ref(metadataStream(xmp)));
  catalog.set("OutputIntents", [...intents]);
  return info;
};
