import type { Attachment } from "../attachments.ts";
import type { EInvoice } from "./e-invoice.ts";
import type { ExtensionSchema } from "./extension-schemas.ts";

/** The XML of an invoice as an attachment. */
export const invoiceAttachment = (
  xml: Uint8Array,
  { fileName, conformanceLevel, relationship, issued }: EInvoice,
): Attachment => ({
  name: fileName,
  bytes: xml,
  type: "text/xml",
  description: `Invoice (${conformanceLevel})`,
  relationship,
  modified: issued,
});

const SCHEMA = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

const PROPERTIES = {
  DocumentFileName: "The name of the embedded XML document",
  DocumentType: "The type of the hybrid document",
  Version: "The version of the standard that applies to the embedded XML document",
  ConformanceLevel: "The profile of the embedded XML document",
};

/** The extension schema of Factur-X. */
export const E_INVOICE_SCHEMA: ExtensionSchema = {
  title: "Factur-X PDFA Extension Schema",
  namespace: SCHEMA,
  prefix: "fx",
  category: "external",
  type: "Text",
  properties: PROPERTIES,
};

/** The properties of an attached invoice in XMP, in the schema of Factur-X. */
export const eInvoiceXmp = ({ fileName, conformanceLevel, version }: EInvoice): string[] => [
  `<rdf:Description rdf:about="" xmlns:fx="${SCHEMA}"><fx:DocumentType>INVOICE</fx:DocumentType>`,
  `<fx:DocumentFileName>${fileName}</fx:DocumentFileName><fx:Version>${version}</fx:Version>`,
  `<fx:ConformanceLevel>${conformanceLevel}</fx:ConformanceLevel></rdf:Description>`,
];
