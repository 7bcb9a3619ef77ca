import { Parser } from "htmlparser2";
import { ServiceError } from "../../errors/service-error.ts";

/** What the XML of an invoice says of itself, and what Factur-X 1.0 (ZUGFeRD 2) makes of it. */
export interface EInvoice {
  /** The name under which it is attached. */
  readonly fileName: string;
  /** The profile, as XMP states it: `EN 16931`. */
  readonly conformanceLevel: string;
  readonly version: string;
  readonly relationship: "Data" | "Alternative";
  /** The day of the invoice as a date of PDF, if the XML tells it: `D:20241130000000Z`. */
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

/** The profiles of Factur-X by their guidelines. The two small ones are not whole invoices, so they are data only. */
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

const wrong = (predicate: string, reason: "document-damaged" | "document-unsupported" = "document-unsupported") =>
  new ServiceError("INVALID_REQUEST", `eInvoice ${predicate}.`, { reason });

const DAMAGED = "is not well-formed XML";
const GUIDELINE_PATH = "CrossIndustryInvoice/ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID";
const DATE_PATH = "CrossIndustryInvoice/ExchangedDocument/IssueDateTime/DateTimeString";
/** Longer paths are cut: they are none of these. */
const PATH_LIMIT_CHARACTERS = 200;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const assertCrossIndustryInvoice = (name: string, attributes: Readonly<Record<string, string>>): void => {
  const colon = name.indexOf(":");
  const namespace = attributes[colon < 0 ? "xmlns" : `xmlns:${name.slice(0, colon)}`];
  if (localName(name) === "CrossIndustryInvoice" && namespace === NAMESPACE) return;
  const shown = localName(name)
    .slice(0, 60)
    .replace(/[^\w.-]/g, "?");
  throw wrong(`has the root element ${shown}; it must be CrossIndustryInvoice of ${NAMESPACE}`);
};

const DEPTH_LIMIT = 200;

/** An element of an invoice: the path of local names to it, its attributes, and its text. */
interface Element {
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** What stands in comments and CDATA sections is no markup: each with its start and its end. */
const OPAQUE = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
] as const;

/** XML without comments and CDATA sections. Throws INVALID_REQUEST for one that does not end. */
const withoutOpaque = (xml: string): string => {
  const pieces: string[] = [];
  let from = 0;
  for (let at = xml.indexOf("<!"); at >= 0; at = xml.indexOf("<!", from)) {
    pieces.push(xml.slice(from, at));
    const [start, end] = OPAQUE.find(([begin]) => xml.startsWith(begin, at)) ?? ["<!", "<!"];
    const found = xml.indexOf(end, at + (end === start ? 0 : start.length));
    if (found < 0) throw wrong(DAMAGED, "document-damaged");
    from = found + end.length;
  }
  return pieces.join("") + xml.slice(from);
};

/** A reference that XML does not know without a DTD, or an ampersand alone. */
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
          if (hasRoot) throw wrong(DAMAGED, "document-damaged");
          assertCrossIndustryInvoice(name, attributes);
          hasRoot = true;
        }
        if (open.length === DEPTH_LIMIT) throw wrong("is nested too deeply");
        const path = open.length === 0 ? localName(name) : `${open.at(-1)?.path}/${localName(name)}`;
        open.push({ path: path.slice(0, PATH_LIMIT_CHARACTERS), attributes, text: "" });
      },
      ontext: (text) => {
        if (open.length === 0 && /[^\s\ufeff]/.test(text)) throw wrong(DAMAGED, "document-damaged");
        const element = open.at(-1);
        if (element !== undefined && paths.includes(element.path)) element.text += text;
      },
      onattribute: (_name, _value, quote) => {
        if (quote !== '"' && quote !== "'") throw wrong(DAMAGED, "document-damaged");
      },
      onclosetag: (_name, isImplied) => {
        if (!isImplied) closed++;
        const element = open.pop();
        const isEmptyElement = xml[parser.endIndex - 1] === "/";
        if (isImplied && !isEmptyElement) throw wrong(DAMAGED, "document-damaged");
        if (element !== undefined && !found.has(element.path) && paths.includes(element.path))
          found.set(element.path, element);
      },
      onprocessinginstruction: (name, data) => {
        if (name.toLowerCase() === "!doctype") throw wrong("has a document type declaration");
        const [, encoding = "UTF-8"] = name === "?xml" ? (/encoding\s*=\s*["']([\w.:-]{1,40})/.exec(data) ?? []) : [];
        if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw wrong("declares another encoding than UTF-8");
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  const markup = withoutOpaque(xml);
  if (UNKNOWN_ENTITY.test(markup)) throw wrong(DAMAGED, "document-damaged");
  // An end tag of an element that is not open is not reported.
  const ends = markup.match(/<\//g)?.length ?? 0;
  if (!hasRoot || open.length > 0 || ends !== closed) throw wrong(DAMAGED, "document-damaged");
  return found;
};

/** A day in the format 102 of UN/CEFACT, as a date of PDF. */
const dateOf = (text: string, format: string | undefined): string | undefined =>
  format === "102" && /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ? `D:${text}000000Z` : undefined;

/**
 * Reads the profile of an invoice: XML in the syntax of UN/CEFACT's Cross Industry Invoice, in UTF-8. Throws INVALID_REQUEST,
 * with the namespace or guideline, for XML that is none of Factur-X 1.0 or XRechnung.
 */
export const readEInvoice = (bytes: Uint8Array): EInvoice => {
  const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  const elements = elementsAt(xml, [GUIDELINE_PATH, DATE_PATH]);
  const guideline = elements.get(GUIDELINE_PATH)?.text.trim();
  if (guideline === undefined) throw wrong("names no guideline (GuidelineSpecifiedDocumentContextParameter)");
  const profile = profileOf(guideline);
  if (profile === undefined) {
    const shown = guideline.slice(0, 120).replace(/[^\w.:#-]/g, "?");
    throw wrong(`names the guideline ${shown}, which is no profile of Factur-X 1.0 or XRechnung`);
  }
  const date = elements.get(DATE_PATH);
  return { ...profile, issued: date && dateOf(date.text.trim(), date.attributes["format"]) };
};

/** What `readEInvoice` returns; undefined for any other XML. */
export const eInvoiceOf = (bytes: Uint8Array): EInvoice | undefined => {
  try {
    return readEInvoice(bytes);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
};
