import { DEFAULT_REASONS, type Reason } from "../errors/reasons.ts";
import { type Code, errorOfRefusal, type ServiceError } from "../errors/service-error.ts";

/** The part of a schema's issue that a refusal uses. */
interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly message: string;
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly params?: Record<string, unknown> | undefined;
  readonly input?: unknown;
}

/** The order in which codes win when several fields are wrong. */
const CODE_PRECEDENCE: readonly Code[] = [
  "FILE_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "INVALID_REQUEST",
  "SSRF_BLOCKED",
];

const codeOf = ({ params }: Issue): Code => (params?.["code"] as Code | undefined) ?? "INVALID_REQUEST";

const TYPE_NAMES: Record<string, string> = {
  int: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  record: "an object of texts",
};

const explain = ({ code, message, expected, values, minimum, maximum, input }: Issue): string => {
  if (message !== "Invalid input") return message;
  if (code === "invalid_type")
    return input === undefined ? "is missing" : `must be ${TYPE_NAMES[String(expected)] ?? expected}`;
  if (code === "invalid_value") return `must be one of ${values?.join(", ")}`;
  if (code === "too_small") return `must be at least ${minimum}`;
  if (code === "too_big") return `must be at most ${maximum}`;
  return "is not valid";
};

/** A sentence that begins with the field: `options.scale must be 0.1 to 2.` or `file: The PDF is encrypted.` */
const sentence = (field: string, what: string): string => {
  const subject = field === "" ? "The request" : field;
  if (what.startsWith(`${subject} `)) return what.replace(/\.?$/, ".");
  return `${subject}${/^[A-Z]/.test(what) && field !== "" ? ":" : ""} ${what}`.replace(/\.?$/, ".");
};

/** The refusal for the most important issue; its message names the field. */
export const refusalOf = (issues: readonly Issue[]): ServiceError => {
  const [first] = [...issues].sort((a, b) => CODE_PRECEDENCE.indexOf(codeOf(a)) - CODE_PRECEDENCE.indexOf(codeOf(b)));
  const field = first?.path?.join(".") ?? "";
  const what = first ? explain(first) : "is not valid";
  // The message for a refused address names its field already.
  const isSentence = first !== undefined && codeOf(first) === "SSRF_BLOCKED";
  const code = first ? codeOf(first) : "INVALID_REQUEST";
  const reason = (first?.params?.["reason"] as Reason | undefined) ?? DEFAULT_REASONS[code];
  return errorOfRefusal({ code, reason, message: isSentence ? what : sentence(field, what) });
};
