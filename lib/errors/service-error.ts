import type { Code } from "./codes.ts";
import { type AmbiguousCode, DEFAULT_REASONS, type Reason, type ReasonOf } from "./reasons.ts";

export { type Code, STATUS } from "./codes.ts";

/** The message for a method that a path does not allow. */
export const wrongMethodMessage = (allowed: string): string => `This path takes ${allowed}.`;

/** Messages of errors that arise outside an endpoint: in the server, in API Gateway, in serverless-offline. */
export const OUTSIDE_MESSAGES = {
  NOT_FOUND: "There is nothing at this path.",
  METHOD_NOT_ALLOWED: wrongMethodMessage("POST"),
  FILE_TOO_LARGE: "The body is larger than the gateway takes; POST /uploads takes larger ones.",
  PROCESSING_FAILED: "The document could not be processed.",
} as const satisfies Partial<Record<Code, string>>;

/** The fields that an error for missing credits adds to the envelope. */
export interface Shortfall {
  creditsRequired: number;
  creditsBalance: number;
  /** Where credits can be bought; null if the operator names no address. */
  purchaseUrl: string | null;
}

interface ErrorDetails<C extends Code> extends ErrorOptions {
  /** Why; needed if the code alone does not say it. */
  readonly reason?: ReasonOf<C>;
  readonly shortfall?: Shortfall;
  readonly retryAfter?: number;
}

type DetailsOf<C extends Code> = C extends AmbiguousCode
  ? [details: ErrorDetails<C> & { readonly reason: ReasonOf<C> }]
  : [details?: ErrorDetails<C>];

/** An error whose code, reason and message the client may read. Any other error becomes PROCESSING_FAILED. */
export class ServiceError<C extends Code = Code> extends Error {
  override readonly name = "ServiceError";
  readonly code: Code;
  readonly reason: Reason;
  readonly shortfall: Shortfall | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(code: C, message: string, ...[details = {}]: DetailsOf<C>) {
    super(message, details);
    this.code = code;
    this.reason = details.reason ?? DEFAULT_REASONS[code];
    this.shortfall = details.shortfall;
    this.retryAfter = details.retryAfter;
  }
}

/**
 * Returns the error. If a field is given, the message of a ServiceError begins with it from now on:
 * `file: The PDF is encrypted.`
 */
export const withField = (error: unknown, field: string | undefined): unknown => {
  if (error instanceof ServiceError && field !== undefined) error.message = `${field}: ${error.message}`;
  return error;
};

/** A ServiceError as it passes from one thread or process to another. */
export interface Refusal {
  readonly code: Code;
  readonly reason: Reason;
  readonly message: string;
}

export const toRefusal = ({ code, reason, message }: ServiceError): Refusal => ({ code, reason, message });

/** The error that a refusal describes; `cause` is the error that it replaces. */
export const errorOfRefusal = ({ code, reason, message }: Refusal, cause?: unknown): ServiceError =>
  new ServiceError<Code>(code, message, { reason, ...(cause !== undefined && { cause }) } as never);
