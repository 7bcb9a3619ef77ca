import SaxonJS, { type CompiledPart, type SaxonNode, type TransformOptions, type TransformResult } from "saxonjs-he";
import { ServiceError } from "../../../errors/service-error.ts";
import { acceptHtml4, joinKeyInstructions, keepEmptyTexts, sortLookups, tryWildcardUnions } from "./compiled-parts.ts";
import { restartDocumentNumbers } from "./document-numbers.ts";
import { addressOf } from "./documents.ts";
import { keepDigits } from "./exact-numbers.ts";
import { writeFloatsWhole } from "./float-text.ts";
import { withShortHashes } from "./map-hashes.ts";
import { compareAllDigits } from "./match-keys.ts";
import { errorOfSaxon } from "./problem.ts";
import type { ReadableDocuments } from "./readable-documents.ts";
import { roundHalvesToEven } from "./rounding.ts";
import { sortByCodePoints } from "./sort-collations.ts";

const { internals, XdmMap, XS } = SaxonJS;
const platform = internals.getPlatform();
const parse = platform.parseXmlFromString;

/** The namespaces by which SaxonJS lets a stylesheet call JavaScript, in browsers and in Node. */
const JAVASCRIPT_NAMESPACES = ["http://saxonica.com/ns/interactiveXSLT", "http://saxonica.com/ns/globalJS"] as const;

const noJavaScript = (field: string): ServiceError =>
  new ServiceError("INVALID_REQUEST", `${field}: no JavaScript is run, so a stylesheet cannot use its namespaces.`, {
    reason: "stylesheet-failed",
  });

/**
 * Throws INVALID_REQUEST if a text names one of these namespaces. What hides one, in an expression that is made while the
 * stylesheet runs, finds no global object, and no code in texts is run in this process.
 */
const assertNoJavaScript = (text: string, field: string): void => {
  if (JAVASCRIPT_NAMESPACES.some((namespace) => text.includes(namespace))) throw noJavaScript(field);
};

/** A generator of numbers from 0 to 1 that begins the same way for each job: one input has one result (xorshift32). */
const seededRandom = (): (() => number) => {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};

platform.globalObject = Object.create(null) as object;
writeFloatsWhole();
roundHalvesToEven();
compareAllDigits();

/** Lets SaxonJS read these documents, and nothing else. */
const readOnly = (documents: ReadableDocuments, parseText: (text: string) => SaxonNode): void => {
  const text = (address: string) => Buffer.from(documents.read(address)).toString();
  platform.readFile = text;
  platform.readFileSync = (address, isBuffer) =>
    isBuffer === true ? { buffer: Buffer.from(documents.read(address)) } : text(address);
  platform.parseXmlFromString = (xml) => parseText(documents.toParse(xml));
};

/** Parses a module of a stylesheet. */
const parseModule = (text: string): SaxonNode => {
  const module = parse(text);
  sortByCodePoints(module, text);
  return module;
};

const parseAt = (address: string, documents: ReadableDocuments): SaxonNode => {
  const text = Buffer.from(documents.read(address)).toString();
  return Object.assign(platform.parseXmlFromString(text), { _saxonBaseUri: address, _saxonDocUri: address });
};

const QUIET = { deliverMessage: () => {}, nonInteractive: true, logLevel: 0 } as const;

const linkToParents = (part: CompiledPart): void => {
  for (const child of part.C ?? []) {
    child.parentNode = part;
    linkToParents(child);
  }
};

type Params = Readonly<Record<string, string>>;

/** The name of a parameter as XPath writes it: `Q{urn:x}name`. */
const qualifiedName = (name: string): string => (name.startsWith("{") ? `Q${name}` : `Q{}${name}`);

const staticParams = (params: Params): InstanceType<typeof XdmMap> => {
  const map = new XdmMap();
  for (const [name, value] of Object.entries(params))
    map.inSituPut(XS.QName.fromEQName(qualifiedName(name)), [XS.untypedAtomic.fromString(value)]);
  return map;
};

/** Compiles the stylesheet at a path. SaxonJS compiles by a stylesheet of its own, which reads imports by `doc()`. */
const compileAt = (path: string, params: Params, documents: ReadableDocuments): string => {
  const source = parseAt(addressOf(path), documents);
  const compiler = platform.resource("compiler");
  linkToParents(compiler);
  const stylesheetParams = new XdmMap();
  stylesheetParams.inSituPut(XS.QName.fromParts("", "", "staticParameters"), [staticParams(params)]);
  const options = internals.checkOptions(
    {
      ...QUIET,
      stylesheetInternal: compiler,
      stylesheetParams,
      templateParams: { "Q{}options": { noXPath: false } },
      initialMode: "compile-complete",
      destination: "application",
    },
    true,
  );
  internals.internalTransform(compiler, source, options);
  const compiledTree = [options.principalResult].flat()[0]?.firstChild ?? undefined;
  if (compiledTree === undefined) throw new Error("SaxonJS has compiled nothing.");
  const compiled = internals.XPath.sefToJSON(compiledTree, false);
  joinKeyInstructions(compiled);
  sortLookups(compiled);
  tryWildcardUnions(compiled);
  acceptHtml4(compiled);
  platform.assignChecksums(compiled);
  return JSON.stringify(compiled);
};

/** A transformation with a compiled stylesheet. */
interface SaxonTransformation {
  /** The paths of the document and of the stylesheet. */
  readonly xml: string;
  readonly xslt: string;
  readonly params: Params;
  /** What `compile` has returned. */
  readonly compiled: string;
}

const readCompiled = (text: string): CompiledPart => {
  const compiled = JSON.parse(text) as CompiledPart;
  keepEmptyTexts(compiled);
  keepDigits(compiled);
  return compiled;
};

const paramsOf = (params: Params): TransformOptions["stylesheetParams"] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [qualifiedName(name), XS.untypedAtomic.fromString(value)]),
  );

const RESULT_ADDRESS = "file:///result";

/** What a result says of its encoding, if that is not UTF-8, which all results have. */
const OTHER_ENCODING = /^[^>]{0,200}\bencoding=["'](?!utf-8)|<meta\s[^>]{0,200}\bcharset=["']?(?!utf-8)/i;

const refuseResults = (why: string): ServiceError =>
  new ServiceError("INVALID_REQUEST", `xslt: xsl:result-document ${why}.`, { reason: "stylesheet-failed" });

/** The result, which may be written by an `xsl:result-document` that names no other document. */
const onlyResult = ({ principalResult, resultDocuments = {} }: TransformResult): string => {
  const principal = typeof principalResult === "string" ? principalResult : "";
  const written = Object.entries(resultDocuments);
  if (written.length === 0) return principal;
  const [[address, document] = []] = written;
  const isAlone = written.length === 1 && principal.replace(/^<\?xml[^>]*\?>/, "").trim() === "";
  if (!isAlone || address !== RESULT_ADDRESS || typeof document !== "string")
    throw refuseResults("writes more than the one document of the answer");
  if (OTHER_ENCODING.test(document.slice(0, 1000))) throw refuseResults("asks for another encoding than UTF-8");
  return document;
};

/** The document type that SaxonJS adds to HTML. */
const HTML5_TYPE = /^<!DOCTYPE html>\n/i;

const transformAt = ({ xml, xslt, params, compiled }: SaxonTransformation, documents: ReadableDocuments): string => {
  const stylesheet = readCompiled(compiled);
  const result = onlyResult(
    SaxonJS.transform(
      {
        ...QUIET,
        stylesheetInternal: stylesheet,
        stylesheetBaseURI: addressOf(xslt),
        sourceNode: parseAt(addressOf(xml), documents),
        stylesheetParams: paramsOf(params),
        destination: "serialized",
        baseOutputURI: RESULT_ADDRESS,
        outputProperties: { encoding: "UTF-8" },
        deliverResultDocument: () => ({ destination: "serialized" }),
      },
      "sync",
    ),
  );
  return stylesheet.isHtml4 === true ? result.replace(HTML5_TYPE, "") : result;
};

const reading = (root: string, documents: ReadableDocuments, work: () => string): string => {
  Math.random = seededRandom();
  restartDocumentNumbers();
  try {
    return work();
  } catch (error) {
    throw errorOfSaxon(error, root, documents);
  }
};

/**
 * Compiles the stylesheet at a path, with the parameters that are static. Returns the text of a Stylesheet Export File. Throws
 * INVALID_REQUEST if the stylesheet is wrong.
 */
export const compile = (path: string, params: Params, documents: ReadableDocuments): string =>
  reading(path, documents, () => {
    readOnly(documents, parseModule);
    for (const { text, field } of documents.all) assertNoJavaScript(Buffer.from(text).toString("latin1"), field);
    const compiled = withShortHashes(() => compileAt(path, params, documents));
    assertNoJavaScript(compiled, documents.named(path)?.field ?? "xslt");
    return compiled;
  });

/** Transforms a document. Returns the serialized result. Throws INVALID_REQUEST if the stylesheet fails. */
export const transformWithSaxon = (transformation: SaxonTransformation, documents: ReadableDocuments): string =>
  reading(transformation.xslt, documents, () => {
    readOnly(documents, parse);
    return transformAt(transformation, documents);
  });
