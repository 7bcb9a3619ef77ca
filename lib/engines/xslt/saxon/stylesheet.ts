import SaxonJS, { type CompiledPart, type SaxonNode, type TransformOptions } from "saxonjs-he";
import { ServiceError } from "../../../errors/service-error.ts";
import { addressOf, type ReadableDocuments } from "./documents.ts";
import { errorOfSaxon } from "./problem.ts";

const { internals, XdmMap, XS } = SaxonJS;
const platform = internals.getPlatform();
const parse = platform.parseXmlFromString;

/** SaxonJS runs what a stylesheet of a browser hands to `ixsl:eval` and `js:`. Here it finds nothing to run it with. */
const takeAwayJavaScript = (): void => {
  platform.globalObject = Object.create(null) as object;
  const refuse = (): never => {
    throw new TypeError("no JavaScript is run");
  };
  globalThis.Function = new Proxy(Function, { apply: refuse, construct: refuse });
};

/** Lets SaxonJS read these documents, and nothing else. */
const readOnly = (documents: ReadableDocuments): void => {
  const text = (address: string) => Buffer.from(documents.read(address)).toString();
  platform.readFile = text;
  platform.readFileSync = (address, isBuffer) =>
    isBuffer === true ? { buffer: Buffer.from(documents.read(address)) } : text(address);
  platform.parseXmlFromString = (xml) => {
    documents.assertWellFormed(xml);
    return parse(xml);
  };
};

const parseAt = (text: string, address: string): SaxonNode =>
  Object.assign(parse(text), { _saxonBaseUri: address, _saxonDocUri: address });

const QUIET = { deliverMessage: () => {}, nonInteractive: true, logLevel: 0 } as const;

const linkToParents = (part: CompiledPart): void => {
  for (const child of part.C ?? []) {
    child.parentNode = part;
    linkToParents(child);
  }
};

/** Compiles the stylesheet at a path. SaxonJS compiles by a stylesheet of its own, which reads imports by `doc()`. */
const compileAt = (path: string, documents: ReadableDocuments): string => {
  const address = addressOf(path);
  const documentPool = documents.trees(parseAt);
  const source = documentPool[address] ?? parseAt(Buffer.from(documents.read(address)).toString(), address);
  const compiler = platform.resource("compiler");
  linkToParents(compiler);
  const stylesheetParams = new XdmMap();
  stylesheetParams.inSituPut(XS.QName.fromParts("", "", "staticParameters"), [new XdmMap()]);
  const options = internals.checkOptions(
    {
      ...QUIET,
      stylesheetInternal: compiler,
      stylesheetParams,
      templateParams: { "Q{}options": { noXPath: false } },
      initialMode: "compile-complete",
      documentPool,
      destination: "application",
    },
    true,
  );
  internals.internalTransform(compiler, source, options);
  const [result] = [options.principalResult].flat();
  if (result === undefined) throw new Error("SaxonJS has compiled nothing.");
  const compiled = internals.XPath.sefToJSON(result.firstChild, false);
  platform.assignChecksums(compiled);
  return JSON.stringify(compiled);
};

/** A transformation with a compiled stylesheet. */
export interface SaxonTransformation {
  /** The paths of the document and of the stylesheet. */
  readonly xml: string;
  readonly xslt: string;
  readonly params: Readonly<Record<string, string>>;
  /** What `compile` has returned. */
  readonly compiled: string;
}

/** A text that is empty, but true: SaxonJS takes an empty text for NaN and infinity in a decimal format as one that is missing. */
const EMPTY_TEXT = Object("") as string;

/** The compiled stylesheet, with decimal formats that SaxonJS understands. */
const readCompiled = (text: string): CompiledPart => {
  const compiled = JSON.parse(text) as CompiledPart;
  const parts = [...(compiled.C ?? [])];
  for (const part of parts) {
    if (part.N !== "decimalFormat") continue;
    for (const name of ["NaN", "infinity"] as const) if (part[name] === "") part[name] = EMPTY_TEXT;
  }
  return compiled;
};

const paramsOf = (params: SaxonTransformation["params"]): TransformOptions["stylesheetParams"] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name.startsWith("{") ? `Q${name}` : `Q{}${name}`,
      XS.untypedAtomic.fromString(value),
    ]),
  );

const transformAt = ({ xml, xslt, params, compiled }: SaxonTransformation, documents: ReadableDocuments): string => {
  const documentPool = documents.trees(parseAt);
  const address = addressOf(xml);
  const { principalResult, resultDocuments = {} } = SaxonJS.transform(
    {
      ...QUIET,
      stylesheetInternal: readCompiled(compiled),
      stylesheetBaseURI: addressOf(xslt),
      sourceNode: documentPool[address] ?? parseAt(Buffer.from(documents.read(address)).toString(), address),
      documentPool,
      stylesheetParams: paramsOf(params),
      destination: "serialized",
      baseOutputURI: "file:///result",
      outputProperties: { encoding: "UTF-8" },
      deliverResultDocument: () => ({ destination: "serialized" }),
    },
    "sync",
  );
  if (Object.keys(resultDocuments).length > 0)
    throw new ServiceError(
      "INVALID_REQUEST",
      "xslt: xsl:result-document writes more than the one document of the answer.",
      {
        reason: "stylesheet-failed",
      },
    );
  return typeof principalResult === "string" ? principalResult : "";
};

const reading = (documents: ReadableDocuments, work: () => string): string => {
  takeAwayJavaScript();
  readOnly(documents);
  try {
    return work();
  } catch (error) {
    throw errorOfSaxon(error, documents);
  }
};

/**
 * Compiles the stylesheet at a path. Returns the text of a Stylesheet Export File. Throws INVALID_REQUEST if the stylesheet
 * is wrong.
 */
export const compile = (path: string, documents: ReadableDocuments): string =>
  reading(documents, () => compileAt(path, documents));

/** Transforms a document. Returns the serialized result. Throws INVALID_REQUEST if the stylesheet fails. */
export const transform = (transformation: SaxonTransformation, documents: ReadableDocuments): string =>
  reading(documents, () => transformAt(transformation, documents));
