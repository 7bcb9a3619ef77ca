import { dictAt } from "../access.ts";
import { deflate } from "../compress/repack.ts";
import { nameTree } from "../name-trees.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../objects.ts";
import { keyOf, textString } from "../strings.ts";
import type { EInvoice } from "./e-invoice.ts";

const embeddedFile = (xml: Uint8Array, { issued }: EInvoice): Stream => {
  const parameters = makeDict({ Size: xml.length, ...(issued === undefined ? {} : { ModDate: textString(issued) }) });
  const dict = makeDict({ Type: new Name("EmbeddedFile"), Subtype: new Name("text/xml"), Params: parameters });
  dict.set("Filter", new Name("FlateDecode"));
  return new Stream(dict, deflate(Buffer.from(xml)));
};

/** Attaches the XML of an invoice to a document, as its associated file (ISO 19005-3, 6.8; ISO 32000-2, 14.13). */
export const attachEInvoice = (catalog: Dict, xml: Uint8Array, invoice: EInvoice): void => {
  const stream = new Ref(embeddedFile(xml, invoice));
  const name = textString(invoice.fileName);
  const file = new Ref(
    makeDict({
      Type: new Name("Filespec"),
      F: name,
      UF: name,
      Desc: textString(`Invoice (${invoice.conformanceLevel})`),
      AFRelationship: new Name(invoice.relationship),
      EF: makeDict({ F: stream, UF: stream }),
    }),
  );
  const names = new Map(dictAt(catalog, "Names"));
  names.set("EmbeddedFiles", nameTree(new Map([[keyOf(name), file]])));
  catalog.set("Names", names);
  catalog.set("AF", [file]);
};

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
