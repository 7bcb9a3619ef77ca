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
