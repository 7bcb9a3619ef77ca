import { Parser } from "htmlparser2";
import { ServiceError } from "../../errors/service-error.ts";

/** The profile of an invoice, and how Factur-X 1.0 (ZUGFeRD 2) attaches it. */
export interface EInvoice {
  /** The name under which it is attached. */
  readonly fileName: string;
  /** The profile, as XMP states it: `EN 16931`. */
  readonly conformanceLevel: string;
  readonly version: string;
  readonly relationship: "Data" | "Alternative";
  /** The day of the invoice as a date of PDF, such as `D:20241130000000Z`; undefined if the XML does not state it. */
  readonly issued: string | undefined;
}

/** The names under which the standards attach the XML of an invoice. */
export const INVOICE_NAME = /^(?:factur-x|xrechnung|zugferd-invoice)\.xml$/i;

/** Bytes that an attached XML may have to be read as an invoice. */
export const ATTACHED_INVOICE_LIMIT_BYTES = 4_194_304;

const NAMESPACE = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";
const CORE = "urn:cen.eu:en16931:2017";

const facturX = (conformanceLevel: string, relationship: EInvoice["relationship"] = "Alternative") =>
  ({ fileName: "factur-x.xml", conformanceLevel, version: "1.0", relationship }) as const;

/** The profiles of Factur-X by their guidelines. The two small ones are no whole invoices, so that they are only data. */
const PROFILES: ReadonlyMap<string, Omit<EInvoice, "issued">> = new Map([
  ["urn:factur-x.eu:1p0:minimum", facturX("MINIMUM", "Data")],
  ["urn:factur-x.eu:1p0:basicwl", facturX("BASIC WL", "Data")],
  [`${CORE}#compliant#urn:factur-x.eu:1p0:basic`, facturX("BASIC")],
  [CORE, facturX("EN 16931")],
  [`${CORE}#conformant#urn:factur-x.eu:1p0:extended`, facturX("EXTENDED")],
  [`${CORE}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`, facturX("EXTENDED")],
]);

const XRECHNUNG =
  /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xoev-de:kosit:standard|xeinkauf\.de:kosit):xrechnung_(\d\.\d)(?:#|$)/;

const profileOf = (guideline: string): Omit<EInvoice, "issued"> | undefined => {
  const [, version] = XRECHNUNG.exec(guideline) ?? [];
  if (version === undefined) return PROFILES.get(guideline);
  return { fileName: "xrechnung.xml", conformanceLevel: "XRECHNUNG", version, relationship: "Alternative" };
};

const refuseInvoice = (
  predicate: string,
  reason: "document-damaged" | "document-unsupported" = "document-unsupported",
) => new ServiceError("INVALID_REQUEST", `eInvoice ${predicate}.`, { reason });

const DAMAGED = "is not well-formed XML";
const GUIDELINE_PATH = "CrossIndustryInvoice/ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID";
const DATE_PATH = "CrossIndustryInvoice/ExchangedDocument/IssueDateTime/DateTimeString";
/** Longer paths are cut, because they lead to none of these elements. */
const PATH_LIMIT_CHARACTERS = 200;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const assertCrossIndustryInvoice = (name: string, attributes: Readonly<Record<string, string>>): void => {
  const colon = name.indexOf(":");
  const namespace = attributes[colon < 0 ? "xmlns" : `xmlns:${name.slice(0, colon)}`];
  if (localName(name) === "CrossIndustryInvoice" && namespace === NAMESPACE) return;
  const shown = localName(name)
    .slice(0, 60)
    .replace(/[^\w.-]/g, "?");
  throw refuseInvoice(`has the root element ${shown}; it must be CrossIndustryInvoice of ${NAMESPACE}`);
};

const DEPTH_LIMIT = 200;

/** An element of an invoice: the path of local names to it, its attributes, and its text. */
interface Element {
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The starts and ends of comments and CDATA sections, in which there is no markup. */
const OPAQUE = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
] as const;

/** XML without comments and CDATA sections. Throws INVALID_REQUEST for one that does not end. */
const withoutOpaqueSections = (xml: string): string => {
  const pieces: string[] = [];
  let from = 0;
  for (let at = xml.indexOf("<!"); at >= 0; at = xml.indexOf("<!", from)) {
    pieces.push(xml.slice(from, at));
    const [start, end] = OPAQUE.find(([begin]) => xml.startsWith(begin, at)) ?? ["<!", "<!"];
    const found = xml.indexOf(end, at + (end === start ? 0 : start.length));
    if (found < 0) throw refuseInvoice(DAMAGED, "document-damaged");
    from = found + end.length;
  }
  return pieces.join("") + xml.slice(from);
};

/** A reference that XML defines only with a DTD, or an ampersand alone. */
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/;

/** The first elements at these paths. Throws INVALID_REQUEST for XML that is not a well-formed invoice. */
const elementsAt = (xml: string, paths: readonly string[]): Map<string, Element> => {
  const found = new Map<string, Element>();
  const open: Element[] = [];
  let hasRoot = false;
  let closed = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length === 0) {
          if (hasRoot) throw refuseInvoice(DAMAGED, "document-damaged");
          assertCrossIndustryInvoice(name, attributes);
          hasRoot = true;
        }
        if (open.length === DEPTH_LIMIT) throw refuseInvoice("is nested too deeply");
        const path = open.length === 0 ? localName(name) : `${open.at(-1)?.path}/${localName(name)}`;
        open.push({ path: path.slice(0, PATH_LIMIT_CHARACTERS), attributes, text: "" });
      },
      ontext: (text) => {
        if (open.length === 0 && /[^\s\ufeff]/.test(text)) throw refuseInvoice(DAMAGED, "document-damaged");
        const element = open.at(-1);
        if (element !== undefined && paths.includes(element.path)) element.text += text;
      },
      onattribute: (_name, _value, quote) => {
        if (quote !== '"' && quote !== "'") throw refuseInvoice(DAMAGED, "document-damaged");
      },
      onclosetag: (_name, isImplied) => {
        if (!isImplied) closed++;
        const element = open.pop();
        const isEmptyElement = xml[parser.endIndex - 1] === "/";
        if (isImplied && !isEmptyElement) throw refuseInvoice(DAMAGED, "document-damaged");
        if (element !== undefined && !found.has(element.path) && paths.includes(element.path))
          found.set(element.path, element);
      },
      onprocessinginstruction: (name, data) => {
        if (name.toLowerCase() === "!doctype") throw refuseInvoice("has a document type declaration");
        const [, encoding = "UTF-8"] = name === "?xml" ? (/encoding\s*=\s*["']([\w.:-]{1,40})/.exec(data) ?? []) : [];
        if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw refuseInvoice("declares another encoding than UTF-8");
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  const markup = withoutOpaqueSections(xml);
  if (UNKNOWN_ENTITY.test(markup)) throw refuseInvoice(DAMAGED, "document-damaged");
  // The parser does not report the end tag of an element that is not open.
  const ends = markup.match(/<\//g)?.length ?? 0;
  if (!hasRoot || open.length > 0 || ends !== closed) throw refuseInvoice(DAMAGED, "document-damaged");
  return found;
};

/** A day in the format 102 of UN/CEFACT as a date of PDF. */
const dateOf = (text: string, format: string | undefined): string | undefined =>
  format === "102" && /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ? `D:${text}000000Z` : undefined;

/**
 * Reads the profile of an invoice: XML in UTF-8, in the syntax of UN/CEFACT's Cross Industry Invoice. For XML that is no invoice of
 * Factur-X 1.0 or XRechnung it throws INVALID_REQUEST, with the namespace or the guideline.
 */
export const readEInvoice = (bytes: Uint8Array): EInvoice => {
  const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  const elements = elementsAt(xml, [GUIDELINE_PATH, DATE_PATH]);
  const guideline = elements.get(GUIDELINE_PATH)?.text.trim();
  if (guideline === undefined) throw refuseInvoice("names no guideline (GuidelineSpecifiedDocumentContextParameter)");
  const profile = profileOf(guideline);
  if (profile === undefined) {
    const shown = guideline.slice(0, 120).replace(/[^\w.:#-]/g, "?");
    throw refuseInvoice(`names the guideline ${shown}, which is no profile of Factur-X 1.0 or XRechnung`);
  }
  const date = elements.get(DATE_PATH);
  return { ...profile, issued: date && dateOf(date.text.trim(), date.attributes["format"]) };
};

/** As `readEInvoice`, but undefined for any other XML. */
export const eInvoiceOf = (bytes: Uint8Array): EInvoice | undefined => {
  try {
    return readEInvoice(bytes);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
};
