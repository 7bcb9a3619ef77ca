import type { ErrorBody } from "./interface/schemas.ts";

/** A code of the service's error table. */
export type ErrorCode = ErrorBody["error"]["code"];

/** A reason of the service's errors. */
export type ErrorReason = ErrorBody["error"]["reason"];

/** What the service says when it refuses a request. */
export interface Refusal {
  readonly status: number;
  readonly body: Partial<ErrorBody["error"]>;
  readonly headers: Headers;
  /** The fields and parts of the operation. */
  readonly fields: readonly string[];
}

const MS_PER_SECOND = 1000;

/** Seconds to wait, from a `Retry-After` of seconds or of a date (RFC 9110, section 10.2.3). */
const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / MS_PER_SECOND;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
};

/** The field that a message begins with, such as `options.scale`; undefined if it begins with no field of the operation. */
const fieldOf = (message: string, fields: readonly string[]): string | undefined => {
  const [found = ""] = /^[\w.[\]-]*\w\]?/.exec(message) ?? [];
  return fields.includes(/^\w*/.exec(found)![0]) ? found : undefined;
};

/** The service has refused the request, or failed at it. Nothing was charged. */
export class PlatenError extends Error {
  override readonly name = "PlatenError";
  readonly status: number;
  /** Undefined if the answer is not the service's own, but that of a proxy. */
  readonly code: ErrorCode | undefined;
  /** Why; undefined as `code` is. */
  readonly reason: ErrorReason | undefined;
  /** Whether the same request may succeed later; undefined as `code` is. */
  readonly retryable: boolean | undefined;
  /** The field or part that is wrong, such as `options.scale`. */
  readonly field: string | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;
  readonly creditsRequired: number | undefined;
  readonly creditsBalance: number | undefined;
  /** Where credits can be bought; undefined if the operator names no address. */
  readonly purchaseUrl: string | undefined;

  constructor({ status, body, headers, fields }: Refusal) {
    super(body.message ?? `The answer has the status ${status}.`);
    this.status = status;
    this.code = body.code;
    this.reason = body.reason;
    this.retryable = body.retryable;
    this.field = fieldOf(this.message, fields);
    this.requestId = headers.get("x-request-id") ?? undefined;
    this.retryAfter = retryAfterOf(headers);
    this.creditsRequired = body.creditsRequired;
    this.creditsBalance = body.creditsBalance;
    this.purchaseUrl = body.purchaseUrl ?? undefined;
  }
}

/** The service could not be reached, or the connection was lost before the whole answer had arrived. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** The call has taken longer than its deadline. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}
