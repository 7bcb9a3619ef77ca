import type { ReasonOf } from "../errors/reasons.ts";
import { ServiceError } from "../errors/service-error.ts";

/** An error for a file of a kind that is not supported; `what` follows the name of the field. */
export const refuseKind = (
  what: string,
  reason: ReasonOf<"UNSUPPORTED_MEDIA_TYPE"> = "unsupported-media-type",
): ServiceError => new ServiceError("UNSUPPORTED_MEDIA_TYPE", what, { reason });

/** An error for a damaged file; `how` says what is wrong with it. */
export const damagedFileError = (how: string): ServiceError => refuseKind(`is damaged: ${how}`, "document-damaged");

/** The error for a file that no password opens: it is encrypted for certificates, by a rights server, or in an unknown way. */
export const unknownEncryption = (): ServiceError =>
  new ServiceError("INVALID_REQUEST", "file is encrypted in a way that is not supported.", {
    reason: "document-encrypted",
  });

/** An error whose message begins with the field, if it does not yet. */
export const withFileField = (error: unknown): unknown =>
  error instanceof ServiceError && /^(?:is|has|contains|declares) /.test(error.message)
    ? new ServiceError(error.code, `file ${error.message}`, {
        reason: error.reason as "document-damaged",
        cause: error,
      })
    : error;
