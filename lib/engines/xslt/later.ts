import { createHash } from "node:crypto";
import { hasDtd } from "./decode.ts";
import { fieldOf, RequestDocuments } from "./documents.ts";
import { transform } from "./instance.ts";
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
  transform(module, { ...job, params: {}, documents: new RequestDocuments(text, hasDtd(text) ? COPY : READ) });

const LESS_THAN = 60;
const SPACE = 32;

/** Whether a file is meant to be XML. */
const beginsLikeXml = (text: Uint8Array): boolean => text[text.findIndex((byte) => byte > SPACE)] === LESS_THAN;

const faultIn = ([problem]: readonly XsltProblem[], field: string): string =>
  `${field} is not well-formed: ${(problem?.text ?? "").replace(/\s+/g, " ").trim()}`;

const digestOf = (documents: readonly SaxonDocument[], stylesheetPath: string): string => {
  const digest = createHash("sha256").update(stylesheetPath);
  for (const { path, text } of documents) digest.update(`\0${path.length}:${path}${text.length}:`).update(text);
  return digest.digest("base64url");
};

/**
 * The request for the engine of later versions, whose own parser takes what is not well-formed and reads no DTD: libxml2 reads
 * each document first. A result that is not `done` names the field that is wrong.
 */
export const toLaterRequest = (
  module: WebAssembly.Module,
  job: DecodedXsltJob,
  stylesheetPath: string,
): XsltResult | { readonly later: LaterRequest } => {
  const documents: SaxonDocument[] = [];
  for (const { number, path, text } of job.documents.all()) {
    const field = fieldOf(number) ?? "xml";
    const isFile = field.startsWith("files.");
    if (isFile && !beginsLikeXml(text)) {
      documents.push({ path, field, text });
      continue;
    }
    const { problems, html, ...read } = readDocument(module, text, job);
    const named = problems.map((problem) => ({ ...problem, source: field }));
    if (read.end === "done") documents.push({ path, field, text, tree: hasDtd(text) ? html : undefined });
    else if (isFile && read.end === "failed") documents.push({ path, field, text, fault: faultIn(problems, field) });
    else return { ...read, html, problems: named };
  }
  const [xml] = documents;
  const sources = documents.filter((document) => document !== xml);
  const later = { xml: xml?.path ?? "", xslt: stylesheetPath, documents };
  return { later: { ...later, stylesheetDigest: digestOf(sources, stylesheetPath) } };
};
