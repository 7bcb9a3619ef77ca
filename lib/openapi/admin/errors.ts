import { errorBody } from "../../errors/error-body.ts";
import { DEFAULT_REASONS } from "../../errors/reasons.ts";
import { type Code, STATUS } from "../../errors/service-error.ts";
import { headerObjects } from "../headers.ts";

interface ErrorAnswer {
  readonly description: string;
  readonly message: string;
  readonly headers?: readonly string[];
}

/** The errors of the admin API. */
const ERRORS = {
  INVALID_REQUEST: {
    description: "A field or parameter is missing, unknown or wrong, or there are fewer credits than a debit takes.",
    message: "credits must be 1 to 999999999999.",
  },
  UNAUTHORIZED: {
    description: "The key is missing or wrong. The answer comes after a second.",
    message: "Authorization is missing or holds no valid key.",
    headers: ["WWW-Authenticate"],
  },
  NOT_FOUND: { description: "There is no such account, key or path.", message: "There is no account a1." },
  METHOD_NOT_ALLOWED: {
    description: "The path takes another method.",
    message: "This path takes GET, POST.",
    headers: ["Allow"],
  },
  FILE_TOO_LARGE: { description: "The body has more than 16 KB.", message: "The body is larger than 16384 bytes." },
  UNSUPPORTED_MEDIA_TYPE: {
    description: "The body is not `application/json`.",
    message: "The body must be application/json.",
  },
  RATE_LIMIT_EXCEEDED: {
    description: "Ten wrong keys came from this address within a second, or the table takes no more writes now.",
    message: "Too many wrong keys came from this address: try again in 1 s.",
    headers: ["Retry-After"],
  },
  PROCESSING_FAILED: { description: "The action failed.", message: "The action failed." },
  SERVICE_UNAVAILABLE: {
    description: "The table cannot be reached.",
    message: "The accounts cannot be reached.",
    headers: ["Retry-After"],
  },
} as const satisfies Partial<Record<Code, ErrorAnswer>>;

type AdminCode = keyof typeof ERRORS;

const COMMON_ERRORS: readonly AdminCode[] = [
  "INVALID_REQUEST",
  "UNAUTHORIZED",
  "RATE_LIMIT_EXCEEDED",
  "PROCESSING_FAILED",
  "SERVICE_UNAVAILABLE",
];

/** Headers of every answer of the admin API. */
export const ADMIN_HEADERS = ["X-Request-Id", "X-Processing-Time-Ms", "Cache-Control"];

const component = (code: AdminCode) => {
  const { description, message, headers = [] }: ErrorAnswer = ERRORS[code];
  return {
    description: `\`${code}\`: ${description}`,
    headers: headerObjects([...ADMIN_HEADERS, ...headers]),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        example: errorBody({ code, message, reason: DEFAULT_REASONS[code] }),
      },
    },
  };
};

/** Errors for requests that reach no operation. */
const OUTSIDE_CODES: readonly AdminCode[] = ["METHOD_NOT_ALLOWED", "NOT_FOUND", "UNAUTHORIZED"];

/** The answers for the errors of operations, by code. */
export const adminErrorComponents = () =>
  Object.fromEntries(
    (Object.keys(ERRORS) as AdminCode[])
      .filter((code) => code !== "METHOD_NOT_ALLOWED")
      .map((code) => [code, component(code)]),
  );

/** The answers to requests that reach no operation, by status. */
export const adminErrorsOutsidePaths = () =>
  Object.fromEntries(OUTSIDE_CODES.map((code) => [String(STATUS[code]), component(code)]));

/** The responses of an operation for its errors, by status. */
export const adminErrorResponses = (hasId: boolean, hasBody: boolean) => {
  const codes: AdminCode[] = [
    ...COMMON_ERRORS,
    ...(hasId ? (["NOT_FOUND"] as const) : []),
    ...(hasBody ? (["FILE_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
  ];
  return Object.fromEntries(
    codes.map((code) => [String(STATUS[code]), { $ref: `#/components/responses/${code}` }] as const),
  );
};
