import type { Attachment } from "../attachments.ts";
import type { EInvoice } from "./e-invoice.ts";

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

/** The properties of the schema, with what they hold. */
const PROPERTIES = {
  DocumentFileName: "The name of the embedded XML document",
  DocumentType: "The type of the hybrid document",
  Version: "The version of the standard that applies to the embedded XML document",
  ConformanceLevel: "The profile of the embedded XML document",
};

const EXTENSION_NAMESPACES =
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" ' +
  'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"';

const propertyEntry = ([name, description]: readonly [string, string]): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
  `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;

/** What XMP says of an attached invoice: the extension schema of Factur-X (ISO 19005-3, 6.6.2.3), and its properties. */
export const eInvoiceXmp = ({ fileName, conformanceLevel, version }: EInvoice): string[] => [
  `<rdf:Description rdf:about="" ${EXTENSION_NAMESPACES}><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">`,
  "<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>",
  `<pdfaSchema:namespaceURI>${SCHEMA}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>`,
  ...Object.entries(PROPERTIES).map(propertyEntry),
  "</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>",
  `<rdf:Description rdf:about="" xmlns:fx="${SCHEMA}"><fx:DocumentType>INVOICE</fx:DocumentType>`,
  `<fx:DocumentFileName>${fileName}</fx:DocumentFileName><fx:Version>${version}</fx:Version>`,
  `<fx:ConformanceLevel>${conformanceLevel}</fx:ConformanceLevel></rdf:Description>`,
];
