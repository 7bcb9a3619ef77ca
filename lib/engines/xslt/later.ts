import { createHash } from "node:crypto";
import { ServiceError } from "../../errors/service-error.ts";
import { decodeXml, hasDtd } from "./decode.ts";
import { RequestDocuments } from "./documents.ts";
import { transformWithLibxslt } from "./instance.ts";
import type { DecodedXsltJob, XsltProblem, XsltResult } from "./problem.ts";
import type { SaxonDocument } from "./saxon/documents.ts";
import type { LaterRequest } from "./saxon/transform.ts";

/** The first version of XSLT that libxslt does not know. */
const LATER_VERSION = 2;

/** Whether a stylesheet of this version is for the engine of later versions. */
export const isLater = (version: string | undefined): boolean => Number(version) >= LATER_VERSION;

const stylesheet = (method: string, content: string): Uint8Array =>
  Buffer.from(
    `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="${method}"/><xsl:template match="/">${content}</xsl:template></xsl:stylesheet>`,
  );
const COPY = stylesheet("xml", '<xsl:copy-of select="."/>');
const READ = stylesheet("text", "");

/** Reads a document by libxml2. What is returned has entities and default attributes, if it has a DTD. */
const readDocument = (module: WebAssembly.Module, text: Uint8Array, job: DecodedXsltJob): XsltResult =>
  transformWithLibxslt(module, {
    ...job,
    params: {},
    documents: new RequestDocuments(text, hasDtd(text) ? COPY : READ),
  });

/** The first bytes of what is meant to be XML: `<` behind a byte order mark and white space, also in UTF-16. */
const XML_START = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]{0,1000}</;
const START_BYTES = 1024;

const beginsLikeXml = (bytes: Uint8Array): boolean =>
  XML_START.test(Buffer.from(bytes.subarray(0, START_BYTES)).toString("latin1"));

const faultIn = ([problem]: readonly XsltProblem[]): string =>
  `is not well-formed: ${(problem?.text ?? "it is too large").replace(/\s+/g, " ").trim()}`;

/** A file for SaxonJS. What is wrong with it is reported when it is read; one that is no XML stays as it is. */
const readFile = (module: WebAssembly.Module, { path, field, bytes }: ReadFile, job: DecodedXsltJob): SaxonDocument => {
  if (!beginsLikeXml(bytes)) return { path, field, text: bytes };
  try {
    const text = decodeXml(field, bytes);
    const { end, html, problems } = readDocument(module, text, job);
    if (end !== "done") return { path, field, text, fault: `${field} ${faultIn(problems)}` };
    return { path, field, text, tree: hasDtd(text) ? html : undefined };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { path, field, text: bytes, fault: error.message.replace(/\.$/, "") };
  }
};

type ReadFile = RequestDocuments["files"][number];

const digestOf = (documents: readonly SaxonDocument[], stylesheetPath: string): string => {
  const digest = createHash("sha256").update(`${stylesheetPath.length}:${stylesheetPath}`);
  for (const { path, text } of documents) digest.update(`\0${path.length}:${path}${text.length}:`).update(text);
  return digest.digest("base64url");
};

/** What is computed when a stylesheet is compiled: static variables and parameters, and conditions. */
const STATIC = /\s(?:static|(?:[\w.-]{1,100}:)?use-when)\s*=/;

/** What the engine of later versions is asked for, and whether a document names a DTD outside of it. */
export interface Later {
  readonly later: LaterRequest;
  readonly isDtdNamed: boolean;
}

/**
 * The request for the engine of later versions, whose own parser accepts XML that is not well-formed and reads no DTD: libxml2 reads
 * each document first. A result that is not `done` names the field that is wrong.
 */
export const toLaterRequest = (
  module: WebAssembly.Module,
  job: DecodedXsltJob,
  stylesheetPath: string,
): XsltResult | Later => {
  const { isDtdNamed } = job.documents;
  const main: SaxonDocument[] = [];
  for (const { path, field, text } of job.documents.main) {
    const { problems, html, ...read } = readDocument(module, text, job);
    if (read.end !== "done")
      return { ...read, html, isDtdNamed, problems: problems.map((problem) => ({ ...problem, source: field })) };
    main.push({ path, field, text, tree: hasDtd(text) ? html : undefined });
  }
  const files = job.documents.files.map((file) => readFile(module, file, job));
  const documents = [...main, ...files];
  const xml = job.documents.main[0]?.path ?? "";
  const sources = documents.filter(({ path }) => path !== xml);
  const hasStatic = sources.some(({ text }) => STATIC.test(Buffer.from(text).toString("latin1")));
  const stylesheetDigest = digestOf(sources, stylesheetPath);
  return { later: { xml, xslt: stylesheetPath, documents, stylesheetDigest, hasStatic }, isDtdNamed };
};
