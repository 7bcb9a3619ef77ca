import { errorBody } from "../errors/error-body.ts";
import { DEFAULT_REASONS, REASONS, type Reason } from "../errors/reasons.ts";
import { type Code, STATUS } from "../errors/service-error.ts";
import { answerHeaders, BALANCE_HEADER, WINDOW_HEADERS } from "./headers.ts";
import type { JsonSchema } from "./json-schema.ts";

interface ErrorAnswer {
  readonly description: string;
  /** A message as the service sends it, and its reason if that is not the usual one of the code. */
  readonly message: string;
  readonly reason?: Reason;
  /** Headers that the answer has, besides those of every error, and headers that it may have. */
  readonly always?: readonly string[];
  readonly sometimes?: readonly string[];
}

const ACCOUNT_HEADERS = [BALANCE_HEADER, ...WINDOW_HEADERS];
const REFUSED = { sometimes: ACCOUNT_HEADERS };

const ERRORS: Readonly<Record<Code, ErrorAnswer>> = {
  INVALID_REQUEST: {
    description:
      "A field or part is missing, unknown or wrong, or a file needs a password. The message names the field.",
    message: "options.scale must be 0.1 to 2.",
    ...REFUSED,
  },
  UNAUTHORIZED: {
    description: "The key is missing or not valid.",
    message: "X-API-Key is missing or holds no valid key.",
  },
  INSUFFICIENT_CREDITS: {
    description: "The account has fewer credits than the request costs.",
    message: "This call costs 2 credits; 1 are left.",
    always: [BALANCE_HEADER],
    sometimes: WINDOW_HEADERS,
  },
  SSRF_BLOCKED: {
    description: "`url` leads to a private address.",
    message: "url must be a public address.",
    ...REFUSED,
  },
  NOT_FOUND: { description: "There is nothing at this path.", message: "There is nothing at this path." },
  METHOD_NOT_ALLOWED: {
    description: "The path takes another method.",
    message: "This path takes POST.",
    always: ["Allow"],
  },
  IDEMPOTENCY_CONFLICT: {
    description: "A request with this `Idempotency-Key` is still running, or its answer is no longer kept.",
    message: "A request with this Idempotency-Key is still running.",
    always: [BALANCE_HEADER],
    sometimes: ["Retry-After", ...WINDOW_HEADERS],
  },
  FILE_TOO_LARGE: {
    description: "The document or the body is over its limit.",
    message: "The document is larger than 100 MB (104857600 bytes).",
    ...REFUSED,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    description: "The content type or the kind of file is not supported.",
    message: "file is a ZIP archive, not a PDF.",
    ...REFUSED,
  },
  IDEMPOTENCY_MISMATCH: {
    description: "The `Idempotency-Key` was used in the last 24 hours with another request.",
    message: "Idempotency-Key was used in the last 24 hours with another request.",
    always: [BALANCE_HEADER],
    sometimes: WINDOW_HEADERS,
  },
  RATE_LIMIT_EXCEEDED: {
    description: "The account has made too many requests in this minute or this second.",
    message: "More than 10 requests a second: try again in 1 s.",
    always: ["Retry-After"],
    sometimes: ACCOUNT_HEADERS,
  },
  PROCESSING_FAILED: {
    description: "The document could not be processed, or not in time.",
    message: "The document could not be processed.",
    ...REFUSED,
  },
  SERVICE_UNAVAILABLE: {
    description: "The service has no room for the request now, or is stopping.",
    message: "This server is stopping.",
    reason: "server-stopping",
    always: ["Retry-After"],
    sometimes: ACCOUNT_HEADERS,
  },
};

const ALL_REASONS = Object.keys(REASONS) as Reason[];

/** The reasons of a code, as a sentence. */
const reasonsOf = (code: Code): string => {
  const reasons = ALL_REASONS.filter((reason) => (REASONS[reason].codes as readonly Code[]).includes(code));
  return `Its \`reason\` is ${reasons.map((reason) => `\`${reason}\``).join(", ")}.`;
};

const CREDIT_FIELDS = { creditsRequired: 2, creditsBalance: 1, purchaseUrl: "https://example.com/credits" };

const errorAnswer = (code: Code) => {
  const { description, message, reason: exampleReason, always = [], sometimes } = ERRORS[code];
  const reason = exampleReason ?? DEFAULT_REASONS[code];
  const example = errorBody({ code, message, reason }, code === "INSUFFICIENT_CREDITS" ? CREDIT_FIELDS : undefined);
  return {
    description: `\`${code}\`: ${description} ${reasonsOf(code)}`,
    headers: answerHeaders(always, sometimes),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example } },
  };
};

const CODES = Object.keys(STATUS) as Code[];

/** Errors for requests that reach no operation. */
const OUTSIDE_CODES: readonly Code[] = ["NOT_FOUND", "METHOD_NOT_ALLOWED"];

/** The answers for the errors of operations, by code. */
export const errorComponents = () =>
  Object.fromEntries(CODES.filter((code) => !OUTSIDE_CODES.includes(code)).map((code) => [code, errorAnswer(code)]));

/** The answers to requests that reach no operation, by status. */
export const errorsOutsidePaths = () =>
  Object.fromEntries(OUTSIDE_CODES.map((code) => [String(STATUS[code]), errorAnswer(code)]));

/** The responses of an operation for these errors, by status. */
export const errorResponses = (codes: readonly Code[]) =>
  Object.fromEntries(codes.map((code) => [String(STATUS[code]), { $ref: `#/components/responses/${code}` }]));

/** What an error says. */
export const errorDetailsSchema: JsonSchema = {
  type: "object",
  required: ["code", "message", "reason", "retryable"],
  properties: {
    code: { type: "string", enum: CODES },
    message: { type: "string", maxLength: 1000 },
    reason: {
      type: "string",
      enum: ALL_REASONS,
      description: `Why the request failed: ${ALL_REASONS.map((reason) => `\`${reason}\` (${REASONS[reason].meaning})`).join("; ")}.`,
    },
    retryable: {
      type: "boolean",
      description: "Whether the same request may succeed later, after `Retry-After` if that is given.",
    },
    creditsRequired: {
      type: "integer",
      description: "What the request costs. On credit errors only, as the next two.",
    },
    creditsBalance: { type: "integer", description: "What the account has." },
    purchaseUrl: {
      anyOf: [{ type: "string" }, { type: "null" }],
      description: "Where credits can be bought; null if the operator names no address.",
    },
  },
};

/** The envelope of errors. */
export const errorSchema: JsonSchema = {
  type: "object",
  description: "An error. The status, `code`, `reason` and `retryable` are for programs, `message` is for people.",
  required: ["error"],
  properties: {
    error: errorDetailsSchema,
  },
};
