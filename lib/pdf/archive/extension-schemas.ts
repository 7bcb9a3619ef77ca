/** A schema of XMP that PDF/A does not define (ISO 19005-3, 6.6.2.3). Its properties have descriptions. */
export interface ExtensionSchema {
  readonly title: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly category: "external" | "internal";
  readonly type: "Text" | "Integer";
  readonly properties: Readonly<Record<string, string>>;
}

const NAMESPACES =
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" ' +
  'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"';

const schemaEntry = ({ title, namespace, prefix, category, type, properties }: ExtensionSchema): string => {
  const entries = Object.entries(properties).map(
    ([name, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType>` +
      `<pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  );
  return [
    `<rdf:li rdf:parseType="Resource">\n<pdfaSchema:schema>${title}</pdfaSchema:schema>`,
    `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>`,
    ...entries,
    "</rdf:Seq></pdfaSchema:property></rdf:li>",
  ].join("\n");
};

/** The description of schemas in XMP; empty without schemas. */
export const extensionXmp = (schemas: readonly ExtensionSchema[]): string[] =>
  schemas.length === 0
    ? []
    : [
        `<rdf:Description rdf:about="" ${NAMESPACES}><pdfaExtension:schemas><rdf:Bag>${schemas.map(schemaEntry).join("")}</rdf:Bag></pdfaExtension:schemas></rdf:Description>`,
      ];
