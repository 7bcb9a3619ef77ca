import { ServiceError } from "../../errors.ts";
import type { Outcome, Problem } from "./problem.ts";

/** Characters of a message that are told. */
const LONGEST = 300;

/** What libxml2 and libxslt say, without the names of their own functions. */
const plain = ({ text }: Problem): string =>
  text
    .slice(0, LONGEST)
    .replace(/^(xml|xslt|XSLT)[\w-]* ?: */, "")
    .replace(/\s+/g, " ")
    .trim();

/** `xslt, line 3, column 5: text.`; the field alone where no place is known. */
const placed = (problem: Problem | undefined, field: string, text: string): string => {
  const { source = field, line = 0, column = 0 } = problem ?? {};
  const place = [source, line > 0 && `line ${line}`, column > 0 && `column ${column}`].filter(Boolean).join(", ");
  return `${place}: ${text}${/[.!?]$/.test(text) ? "" : "."}`;
};

const invalid = (message: string): ServiceError => new ServiceError("INVALID_REQUEST", message);
const stopped = (why: string): ServiceError => new ServiceError("PROCESSING_FAILED", `The transformation ${why}`);

const NO_STYLESHEET =
  "xslt is missing, and xml has no stylesheet of its own: " +
  'an <?xml-stylesheet type="text/xsl" href="#id"?> and the xsl:stylesheet with that id.';

/** What libxslt adds where libxml2 has said already why. */
const EMPTY = /returned no result|^Unregistered function$/;

/** How libxslt begins what it says of a parameter's name. */
const OF_PARAMS = "user param : ";

const described = (before: readonly Problem[], blamed: Problem): string => {
  const details = before.filter(({ kind }) => kind === "detail").map(plain);
  const texts = [plain(blamed), ...details].filter((text) => text !== "" && !(details.length > 0 && EMPTY.test(text)));
  return [...new Set(texts)].slice(0, 2).join(": ");
};

/**
 * The failure that an outcome amounts to: the caller's fault where a document is malformed, does not compile or asks
 * for something that is not there (INVALID_REQUEST), a bound that the transformation ran into (PROCESSING_FAILED).
 */
export const verdict = ({ end, problems, cause }: Outcome, embedded: boolean, megabytes: number): Error => {
  if (end === "memory") return stopped(`needs more than the ${megabytes} MB of memory that it may take.`);
  if (end === "depth") return stopped("nests deeper than the machine's stack.");
  if (end === "crash") return new Error(`libxslt crashed: ${cause}`);
  const field = embedded ? "xml" : "xslt";
  const blamed =
    problems.find(({ kind }) => kind !== "detail" && kind !== "compiling") ??
    problems.find(({ kind }) => kind === "compiling");
  if (blamed === undefined) return invalid(embedded ? NO_STYLESHEET : "xslt: this is not a stylesheet.");

  const first = problems.indexOf(blamed);
  const text = described(problems.slice(0, first), blamed);
  const at = blamed.line > 0 ? blamed : (problems.slice(first).find(({ line }) => line > 0) ?? blamed);
  if (blamed.kind === "syntax") return invalid(placed(blamed, field, `not well-formed: ${text}`));
  if (text.startsWith(OF_PARAMS)) return invalid(placed(undefined, "params", text.slice(OF_PARAMS.length)));
  if (blamed.kind === "bound") return stopped(`was stopped. ${placed(at, field, text)}`);
  if (blamed.kind !== "terminated") return invalid(placed(at, field, text || "the stylesheet failed here"));
  return invalid(placed(at, field, `the stylesheet ended the transformation: ${text || "it gave no reason"}`));
};
