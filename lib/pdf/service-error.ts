import type { ReasonOf } from "../errors/reasons.ts";
import { ServiceError } from "../errors/service-error.ts";
import { OverBudget } from "./budget.ts";
import { NotAPdf } from "./read/open.ts";
import { UnsupportedEncryption } from "./security/decrypt.ts";
import { DynamicForm } from "./xfa.ts";

/** Why a PDF that is one is refused; undefined for another error. */
const refusalReasonOf = (error: unknown): ReasonOf<"INVALID_REQUEST"> | undefined => {
  if (error instanceof UnsupportedEncryption) return "document-encrypted";
  if (error instanceof DynamicForm) return "document-unsupported";
  return error instanceof OverBudget ? "document-too-complex" : undefined;
};

/**
 * Converts an error in reading a PDF to the error that the caller gets: UNSUPPORTED_MEDIA_TYPE for a file that is not a
 * PDF, INVALID_REQUEST for one that needs a password, is a dynamic XFA form or a bomb. Other errors are returned
 * unchanged.
 */
export const toServiceError = (error: unknown): unknown => {
  if (error instanceof NotAPdf) {
    const message = "The file is not a PDF, or is damaged beyond repair.";
    return new ServiceError("UNSUPPORTED_MEDIA_TYPE", message, { reason: "document-damaged", cause: error });
  }
  const reason = refusalReasonOf(error);
  return reason === undefined
    ? error
    : new ServiceError("INVALID_REQUEST", (error as Error).message, { reason, cause: error });
};
