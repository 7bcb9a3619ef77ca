/** The error codes of the interface, each with its HTTP status. */
export const STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  INSUFFICIENT_CREDITS: 402,
  SSRF_BLOCKED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_CONFLICT: 409,
  FILE_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMIT_EXCEEDED: 429,
  PROCESSING_FAILED: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** A code of the interface's error table. */
export type Code = keyof typeof STATUS;

/** Message for a method that a path does not take. */
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
  purchaseUrl: string;
}

/** An error whose code and message the client may read. Any other error becomes PROCESSING_FAILED. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: Code;
  readonly shortfall: Shortfall | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(
    code: Code,
    message: string,
    options: ErrorOptions & { shortfall?: Shortfall; retryAfter?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.shortfall = options.shortfall;
    this.retryAfter = options.retryAfter;
  }
}
