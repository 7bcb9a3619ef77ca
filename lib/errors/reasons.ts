import type { Code } from "./codes.ts";

/** The facts of a reason: the codes that it may stand beside, whether the same request may succeed later, and its meaning. */
interface ReasonFacts {
  readonly codes: readonly Code[];
  readonly retryable: boolean;
  readonly meaning: string;
}

const permanent = <const Codes extends readonly Code[]>(codes: Codes, meaning: string) => ({
  codes,
  retryable: false,
  meaning,
});
const temporary = <const Codes extends readonly Code[]>(codes: Codes, meaning: string) => ({
  codes,
  retryable: true,
  meaning,
});

/** The reasons of errors, in kebab case. The list is closed: clients may decide on them. */
export const REASONS = {
  "invalid-request": permanent(["INVALID_REQUEST"], "a field, part or header is missing, unknown or wrong"),
  "body-too-slow": temporary(["INVALID_REQUEST"], "the body arrived too slowly"),
  "upload-not-found": permanent(["INVALID_REQUEST"], "`X-Body-Ref` names no upload of this account, or an expired one"),
  "page-out-of-range": permanent(["INVALID_REQUEST"], "the document has no such page or sheet"),
  "too-many-pixels": permanent(["INVALID_REQUEST"], "the pictures would have more pixels than can be drawn"),
  "margins-too-large": permanent(["INVALID_REQUEST"], "the margins leave no room on the page"),
  "stylesheet-failed": permanent(["INVALID_REQUEST"], "the stylesheet is wrong, or ended the transformation itself"),
  "document-empty": permanent(["INVALID_REQUEST", "UNSUPPORTED_MEDIA_TYPE"], "the document is empty"),
  "document-damaged": permanent(
    ["INVALID_REQUEST", "UNSUPPORTED_MEDIA_TYPE"],
    "the document is damaged or not well-formed",
  ),
  "document-encrypted": permanent(["INVALID_REQUEST", "UNSUPPORTED_MEDIA_TYPE"], "the document needs a password"),
  "wrong-password": permanent(["INVALID_REQUEST"], "`password` does not open the document"),
  "document-unsupported": permanent(
    ["INVALID_REQUEST", "UNSUPPORTED_MEDIA_TYPE"],
    "the document has parts that are not supported, such as macros or text that is embedded as HTML",
  ),
  "document-too-complex": permanent(
    ["INVALID_REQUEST", "UNSUPPORTED_MEDIA_TYPE", "PROCESSING_FAILED"],
    "the document unpacks to too much, or has more pages, cells or text than can be processed in time",
  ),
  "not-archivable": permanent(
    ["INVALID_REQUEST"],
    "the document has something that PDF/A forbids, and PDF/A was asked for",
  ),
  "not-accessible": permanent(
    ["INVALID_REQUEST"],
    "the document lacks something that PDF/UA asks for, such as the text of a picture, and PDF/UA was asked for",
  ),
  "key-not-valid": permanent(["UNAUTHORIZED"], "the key is missing, wrong or revoked"),
  "insufficient-credits": permanent(["INSUFFICIENT_CREDITS"], "the account has too few credits"),
  "address-not-public": permanent(["SSRF_BLOCKED"], "`url` leads to a private address"),
  "path-not-found": permanent(["NOT_FOUND"], "there is no such path"),
  "method-not-allowed": permanent(["METHOD_NOT_ALLOWED"], "the path takes another method"),
  "request-running": temporary(["IDEMPOTENCY_CONFLICT"], "a request with this `Idempotency-Key` is still running"),
  "result-gone": permanent(["IDEMPOTENCY_CONFLICT"], "the answer to this `Idempotency-Key` is no longer kept"),
  "document-too-large": permanent(["FILE_TOO_LARGE"], "the document or the body is over its limit"),
  "unsupported-media-type": permanent(
    ["UNSUPPORTED_MEDIA_TYPE"],
    "the content type or the kind of file is not the one that the endpoint takes",
  ),
  "idempotency-key-reused": permanent(["IDEMPOTENCY_MISMATCH"], "the `Idempotency-Key` was used for another request"),
  "rate-limit-exceeded": temporary(["RATE_LIMIT_EXCEEDED"], "the account has made too many requests"),
  "selector-not-found": permanent(
    ["INVALID_REQUEST", "PROCESSING_FAILED"],
    "no element matched `selector`, or `waitForSelector` in time",
  ),
  "expression-not-true": permanent(["PROCESSING_FAILED"], "`waitForExpression` did not become true in time"),
  "page-unreachable": temporary(["PROCESSING_FAILED"], "the page could not be loaded, or not to its end"),
  "page-unavailable": temporary(["PROCESSING_FAILED"], "the page answered with a status of 500 or more"),
  "page-refused": permanent(
    ["PROCESSING_FAILED"],
    "the page answered with another status that comes without a document, such as 404 or 204",
  ),
  "page-not-printable": permanent(["PROCESSING_FAILED"], "the address holds a download or a type that is not printed"),
  "page-navigates": permanent(["PROCESSING_FAILED"], "the document leads to another page"),
  "page-incomplete": permanent(
    ["PROCESSING_FAILED"],
    "something that the page asks for is missing, and `failOnResource` was given",
  ),
  "page-stalled": permanent(["PROCESSING_FAILED"], "the page's scripts kept it from answering"),
  "out-of-time": temporary(["PROCESSING_FAILED"], "the work was not done within the time of a request"),
  "no-turn-in-time": temporary(["PROCESSING_FAILED"], "the request was still waiting for its turn at the deadline"),
  "processor-time-exceeded": permanent(["PROCESSING_FAILED"], "the document took too much processor time"),
  "memory-exceeded": permanent(["PROCESSING_FAILED"], "the document took too much memory, disk or threads"),
  "result-too-large": permanent(["PROCESSING_FAILED"], "the result is larger than a result may be"),
  "engine-crashed": temporary(["PROCESSING_FAILED"], "the engine ended while it worked on the document"),
  "document-crashes-engine": permanent(["PROCESSING_FAILED"], "the engine crashed over the document"),
  "engine-missing": permanent(["PROCESSING_FAILED"], "the server lacks the engine that the request needs"),
  "caller-gone": permanent(["PROCESSING_FAILED"], "the caller hung up; only the log has it"),
  "internal-error": temporary(["PROCESSING_FAILED"], "the service failed"),
  "service-busy": temporary(["SERVICE_UNAVAILABLE"], "the service has no room for the request now"),
  "server-stopping": temporary(["SERVICE_UNAVAILABLE"], "this server is stopping"),
  "store-unreachable": temporary(
    ["SERVICE_UNAVAILABLE"],
    "the store of the accounts or of the uploads does not answer",
  ),
  "plan-not-configured": temporary(["SERVICE_UNAVAILABLE"], "the service does not know the plan of the account"),
  "account-busy": temporary(["SERVICE_UNAVAILABLE"], "the account is changed too often, or has too many uploads"),
} as const satisfies Readonly<Record<string, ReasonFacts>>;

/** Why a request failed. */
export type Reason = keyof typeof REASONS;

/** The reasons of failures that are the service's own, not those of the caller, the document or a foreign page. */
export const OWN_FAILURES: ReadonlySet<Reason> = new Set<Reason>([
  "internal-error",
  "engine-crashed",
  "engine-missing",
  "no-turn-in-time",
  "service-busy",
  "store-unreachable",
  "plan-not-configured",
]);

/** The reasons that may stand beside a code. */
export type ReasonOf<C extends Code> = {
  [R in Reason]: C extends (typeof REASONS)[R]["codes"][number] ? R : never;
}[Reason];

/** The codes that alone say too little: each error with one of them must state its reason. */
export type AmbiguousCode = "PROCESSING_FAILED" | "SERVICE_UNAVAILABLE";

/** The reason of an error that names none, by its code. */
export const DEFAULT_REASONS = {
  INVALID_REQUEST: "invalid-request",
  UNAUTHORIZED: "key-not-valid",
  INSUFFICIENT_CREDITS: "insufficient-credits",
  SSRF_BLOCKED: "address-not-public",
  NOT_FOUND: "path-not-found",
  METHOD_NOT_ALLOWED: "method-not-allowed",
  IDEMPOTENCY_CONFLICT: "request-running",
  FILE_TOO_LARGE: "document-too-large",
  UNSUPPORTED_MEDIA_TYPE: "unsupported-media-type",
  IDEMPOTENCY_MISMATCH: "idempotency-key-reused",
  RATE_LIMIT_EXCEEDED: "rate-limit-exceeded",
  PROCESSING_FAILED: "internal-error",
  SERVICE_UNAVAILABLE: "service-busy",
} as const satisfies { readonly [C in Code]: ReasonOf<C> };
