import type { PdfaLevel } from "./archive/level.ts";

/** Properties of a document that XMP can state. Dates are those of ISO 8601. */
export interface XmpProperties {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly lang?: string | undefined;
  readonly subject?: string | undefined;
  readonly keywords?: string | undefined;
  readonly creator?: string | undefined;
  readonly producer?: string | undefined;
  readonly created?: string | undefined;
  readonly modified?: string | undefined;
  readonly pdfA?: PdfaLevel | undefined;
  /** The part of PDF/UA. */
  readonly pdfUa?: string | undefined;
}

const NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  pdf: "http://ns.adobe.com/pdf/1.3/",
  xmp: "http://ns.adobe.com/xap/1.0/",
  pdfaid: "http://www.aiim.org/pdfa/ns/id/",
  pdfuaid: "http://www.aiim.org/pdfua/ns/id/",
} as const;

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const item = (text: string, attribute = ""): string => `<rdf:li${attribute}>${escapeXml(text)}</rdf:li>`;
const alternatives = (text: string): string => `<rdf:Alt>${item(text, ' xml:lang="x-default"')}</rdf:Alt>`;

/** The properties that are given, by their names in XMP. */
const elementsOf = (properties: XmpProperties): (readonly [string, string])[] => {
  const { title, author, lang, subject, keywords, creator, producer, created, modified, pdfA, pdfUa } = properties;
  const all: readonly (readonly [string, string | undefined])[] = [
    ["dc:title", title && alternatives(title)],
    ["dc:creator", author && `<rdf:Seq>${item(author)}</rdf:Seq>`],
    ["dc:language", lang && `<rdf:Bag>${item(lang)}</rdf:Bag>`],
    ["dc:description", subject && alternatives(subject)],
    ["pdf:Keywords", keywords && escapeXml(keywords)],
    ["pdf:Producer", producer && escapeXml(producer)],
    ["xmp:CreatorTool", creator && escapeXml(creator)],
    ["xmp:CreateDate", created],
    ["xmp:ModifyDate", modified],
    ["pdfaid:part", pdfA?.[0]],
    ["pdfaid:conformance", pdfA?.[1]?.toUpperCase()],
    ["pdfuaid:part", pdfUa],
  ];
  return all.filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
};

/** The properties, and further `rdf:Description` elements, as a packet of XMP (ISO 16684-1), in UTF-8. */
export const xmpOf = (properties: XmpProperties, further: readonly string[] = []): Buffer => {
  const elements = elementsOf(properties);
  const used = Object.entries(NAMESPACES).filter(([prefix]) =>
    elements.some(([name]) => name.startsWith(`${prefix}:`)),
  );
  const packet = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about=""${used.map(([prefix, name]) => ` xmlns:${prefix}="${name}"`).join("")}>`,
    ...elements.map(([name, value]) => `<${name}>${value}</${name}>`),
    "</rdf:Description>",
    ...further,
    "</rdf:RDF></x:xmpmeta>",
    '<?xpacket end="r"?>',
  ];
  return Buffer.from(packet.join("\n"));
};
