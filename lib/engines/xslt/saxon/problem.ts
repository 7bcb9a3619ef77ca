import { ServiceError } from "../../../errors/service-error.ts";
import type { ReadableDocuments } from "./readable-documents.ts";

/** What SaxonJS throws. If a stylesheet does not compile, the text of `errorObject` names the place: ` on line 3 in /xslt`. */
interface SaxonError {
  readonly message: string;
  /** Of XPath and XSLT, such as `Q{http://www.w3.org/2005/xqt-errors}XPST0017`. */
  readonly code?: unknown;
  readonly xsltLineNr?: unknown;
  /** The last part of a module's path. */
  readonly xsltModule?: unknown;
  readonly errorObject?: unknown;
}

/** The most characters of a message that the client sees. */
const MESSAGE_LIMIT_CHARACTERS = 300;

const COMPILE_PLACE = / on line (\d{1,9}) in \/?([^{}\n]{1,1000}?)(?: \{|$)/;
const COMPILE_PREFIX = /^Static error in XPath on line \d{1,9} in [^{}\n]{1,1000} (?=\{)/;

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Where a stylesheet is wrong: the path of its module, as far as SaxonJS says it, and the line. */
const placeOf = ({ message, xsltLineNr, xsltModule, errorObject }: SaxonError): [path: string, line: string] => {
  const [, line, path] = COMPILE_PLACE.exec(String(errorObject ?? "")) ?? COMPILE_PLACE.exec(message) ?? [];
  if (line === undefined) return [decodePath(String(xsltModule ?? "")), String(xsltLineNr ?? "")];
  return [decodePath(String(path)), line];
};

/** The local part of the error's code; empty if it is none of the standards'. */
const codeOf = ({ code }: SaxonError): string => /^(?:Q\{[^}]*\})?([A-Z]{4}\d{4})$/.exec(String(code))?.[1] ?? "";

const TERMINATED_CODE = "XTMM9000";

/** The message without the place, in one line, and the code of the standard: `Unknown function foo() (XPST0017)`. */
const textOf = (error: SaxonError): string => {
  const { message } = error;
  const text = message
    .replace(COMPILE_PREFIX, "")
    .replaceAll("Q{http://www.w3.org/2005/xpath-functions}", "")
    .replaceAll("Q{}", "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MESSAGE_LIMIT_CHARACTERS);
  const code = codeOf(error);
  if (code === TERMINATED_CODE) return text.replace(/^Terminated with/, "the stylesheet ended the transformation:");
  return code === "" ? text : `${text} (${code})`;
};

/** The XPath expression that an error of the compiler names: `{count(}: Unexpected token`. */
const EXPRESSION = /^Static error in XPath on line [^{]{1,1100}\{([^{}\n]{1,1000})\}: /;

const escapeXml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The line of an expression from the line on that SaxonJS says, which may be that of an element before it. */
const lineOfExpression = (line: string, { message }: SaxonError, text: string): string => {
  const expression = EXPRESSION.exec(message)?.[1];
  if (expression === undefined) return line;
  const lines = text.split("\n");
  const forms = [expression, escapeXml(expression), escapeXml(expression).replaceAll(">", "&gt;")];
  const found = lines.findIndex((one, at) => at + 1 >= Number(line) && forms.some((form) => one.includes(form)));
  return found < 0 ? line : String(found + 1);
};

const stopped = (what: string, reason: "document-too-complex" | "memory-exceeded", cause: unknown): ServiceError =>
  new ServiceError("PROCESSING_FAILED", `The transformation ${what}.`, { reason, cause });

/** The error that a caller may read for what SaxonJS has thrown. `root` is the path of the stylesheet. */
export const errorOfSaxon = (error: unknown, root: string, documents: ReadableDocuments): unknown => {
  if (error instanceof ServiceError || !(error instanceof Error)) return error;
  if (error instanceof RangeError)
    return /call stack/.test(error.message)
      ? stopped("nests deeper than the machine's stack", "document-too-complex", error)
      : stopped("needs more memory than it may use", "memory-exceeded", error);
  const thrown: SaxonError = error;
  const [path, line] = placeOf(thrown);
  const document = documents.named(path);
  const exact = document && lineOfExpression(line, thrown, Buffer.from(document.text).toString());
  const place = [
    (document ?? documents.named(root))?.field ?? "xslt",
    exact !== undefined && /^\d+$/.test(exact) && `line ${exact}`,
  ];
  const refusal = [...documents.refusals].find((text) => thrown.message.includes(text));
  const text = refusal ?? textOf(thrown);
  return new ServiceError("INVALID_REQUEST", `${place.filter(Boolean).join(", ")}: ${text.replace(/\.$/, "")}.`, {
    reason: "stylesheet-failed",
    cause: error,
  });
};
