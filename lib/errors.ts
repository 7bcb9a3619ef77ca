/** Every way a request can fail, by the code that clients rely on, with the HTTP status that goes with it. */
export const STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  INSUFFICIENT_CREDITS: 402,
  SSRF_BLOCKED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  FILE_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT_EXCEEDED: 429,
  PROCESSING_FAILED: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** A code of the interface's error table. */
export type Code = keyof typeof STATUS;

/** What a credit error adds to the envelope: credits, credits, and an address. */
export interface Shortfall {
  creditsRequired: number;
  creditsBalance: number;
  purchaseUrl: string;
}

/** A failure whose code and message the client is meant to read. Anything else thrown becomes PROCESSING_FAILED. */
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
