import type { ReasonOf } from "../../errors/reasons.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { EngineEnded } from "../../workers/engine-ended.ts";
import type { Folders, NamedFile, RequestDocuments } from "./documents.ts";

/** The kinds of problems, in the order of `layers/xslt/problems.h`. */
export const PROBLEM_KINDS = ["syntax", "stylesheet", "refused", "terminated", "limit", "detail", "compiling"] as const;

/** An error that libxml2 or libxslt has reported. */
export interface XsltProblem {
  readonly kind: (typeof PROBLEM_KINDS)[number];
  /** The field of the document that has the problem. */
  readonly source: string | undefined;
  /** Counted from 1; 0 if it is unknown. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A transformation for a worker thread. Strings are already decoded; bytes are decoded by their XML declaration. */
export interface XsltJob {
  readonly xml: string | Uint8Array;
  /** Undefined if the stylesheet is in the XML. */
  readonly xslt: string | Uint8Array | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly files?: readonly NamedFile[] | undefined;
  readonly folders?: Folders | undefined;
  /** Characters and bytes of all documents. */
  readonly size: number;
  /** Pages of 64 KB that the module's memory may have. */
  readonly maximum: number;
  readonly outputLimitMb: number;
  /** The moment (s since 1970) that stands for the present, if it is not the clock's. */
  readonly epoch?: number | undefined;
}

/** A transformation of decoded documents. */
export interface DecodedXsltJob extends Pick<XsltJob, "params" | "maximum" | "outputLimitMb" | "epoch"> {
  readonly documents: RequestDocuments;
}

/** How a transformation ended: `done` with the result, `failed` with problems, or stopped by a limit of the machine. */
export interface XsltResult {
  readonly end: "done" | "failed" | "memory" | "output" | "depth" | "crash";
  readonly html: Uint8Array<ArrayBuffer>;
  readonly digest?: string;
  readonly problems: readonly XsltProblem[];
  /** The versions that the stylesheets of a failed transformation ask for, by field. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Whether a document names a DTD outside of it. */
  readonly isDtdNamed?: boolean;
  readonly cause?: string;
}

/** The most characters of a message that the client sees. */
const MESSAGE_LIMIT_CHARACTERS = 300;

/** A message of libxml2 or libxslt in one line, without the name of the function that reports it. */
const plainText = ({ text }: XsltProblem): string =>
  text
    .slice(0, MESSAGE_LIMIT_CHARACTERS)
    .replace(/^(xml|xslt|XSLT)[\w-]* ?: */, "")
    .replace(/\s+/g, " ")
    .trim();

/** A message with its position: `xslt, line 3, column 5: text.`; with only the field if the position is unknown. */
const withPosition = (problem: XsltProblem | undefined, field: string, text: string): string => {
  const { source = field, line = 0, column = 0 } = problem ?? {};
  const place = [source, line > 0 && `line ${line}`, column > 0 && `column ${column}`].filter(Boolean).join(", ");
  return `${place}: ${text}${/[.!?]$/.test(text) ? "" : "."}`;
};

const invalidRequest = (message: string, reason: ReasonOf<"INVALID_REQUEST"> = "stylesheet-failed"): ServiceError =>
  new ServiceError("INVALID_REQUEST", message, { reason });
const stopped = (reason: ReasonOf<"PROCESSING_FAILED">, what: string): ServiceError =>
  new ServiceError("PROCESSING_FAILED", `The transformation ${what}`, { reason });

const NO_STYLESHEET_MESSAGE =
  "xslt is missing, and xml embeds no stylesheet: " +
  'an <?xml-stylesheet type="text/xsl" href="#id"?> and the xsl:stylesheet with that id.';

/** Messages without information, which libxslt adds after libxml2 has reported the cause. */
const UNINFORMATIVE = /returned no result|^Unregistered function$/;

/** The start of libxslt's messages about the name of a parameter. */
const PARAMETER_PREFIX = "user param : ";

/** What else may be behind a problem of a stylesheet, or behind an unknown entity. */
const laterVersion = (version: string | undefined): string =>
  Number(version) > 1 ? ` The stylesheet asks for XSLT ${version}, and this engine knows XSLT 1.0.` : "";
const unreadDtd = (text: string, isDtdNamed = false): string =>
  isDtdNamed && /^Entity '.*' not defined/.test(text) ? " The DTD that the document names is not read." : "";

/** The message of the main problem, with the first detail that was reported before it. */
const problemText = (earlier: readonly XsltProblem[], main: XsltProblem): string => {
  const details = earlier.filter(({ kind }) => kind === "detail").map(plainText);
  const texts = [plainText(main), ...details].filter(
    (text) => text !== "" && !(details.length > 0 && UNINFORMATIVE.test(text)),
  );
  return [...new Set(texts)].slice(0, 2).join(": ").replace(".: ", ": ");
};

/**
 * The error for a failed transformation: INVALID_REQUEST if a document is malformed, does not compile or refers to
 * something that is missing; PROCESSING_FAILED if the transformation reached a limit; EngineEnded if libxslt crashed.
 * The limits are the memory and the output that the transformation was allowed.
 */
export const errorOfResult = (
  { end, problems, versions = {}, isDtdNamed, cause }: XsltResult,
  embedded: boolean,
  { memoryMb, outputMb }: { memoryMb: number; outputMb: number },
): Error => {
  if (end === "memory")
    return stopped("memory-exceeded", `needs more than the ${memoryMb} MB of memory that it may use.`);
  if (end === "output")
    return stopped(
      "result-too-large",
      `gives more than the ${outputMb} MB that its output may have (PLATEN_OUTPUT_MB).`,
    );
  if (end === "depth") return stopped("document-too-complex", "nests deeper than the machine's stack.");
  if (end === "crash") return new EngineEnded(`libxslt crashed: ${cause}`);
  const field = embedded ? "xml" : "xslt";
  const blamed =
    problems.find(({ kind }) => kind !== "detail" && kind !== "compiling") ??
    problems.find(({ kind }) => kind === "compiling");
  if (blamed === undefined) return invalidRequest(embedded ? NO_STYLESHEET_MESSAGE : "xslt: this is not a stylesheet.");

  const first = problems.indexOf(blamed);
  const text = problemText(problems.slice(0, first), blamed);
  const at = blamed.line > 0 ? blamed : (problems.slice(first).find(({ line }) => line > 0) ?? blamed);
  if (blamed.kind === "syntax")
    return invalidRequest(
      withPosition(blamed, field, `not well-formed: ${text}`) + unreadDtd(text, isDtdNamed),
      "document-damaged",
    );
  if (text.startsWith(PARAMETER_PREFIX))
    return invalidRequest(withPosition(undefined, "params", text.slice(PARAMETER_PREFIX.length)), "invalid-request");
  if (blamed.kind === "limit") return stopped("document-too-complex", `was stopped. ${withPosition(at, field, text)}`);
  if (blamed.kind !== "terminated")
    return invalidRequest(
      withPosition(at, field, text || "the stylesheet failed here") + laterVersion(versions[at.source ?? field]),
    );
  return invalidRequest(
    withPosition(at, field, `the stylesheet ended the transformation: ${text || "it gave no reason"}`),
  );
};
