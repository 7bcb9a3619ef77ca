import { ServiceError } from "../errors.ts";
import { OverBudget } from "./budget.ts";
import { NotAPdf } from "./read/open.ts";
import { UnsupportedEncryption } from "./security/decrypt.ts";
import { DynamicForm } from "./xfa.ts";

/**
 * Converts an error in reading a PDF to the error that the caller gets: UNSUPPORTED_MEDIA_TYPE for a file that is not a
 * PDF, INVALID_REQUEST for one that needs a password, is a dynamic XFA form or a bomb. Other errors are returned
 * unchanged.
 */
export const toServiceError = (error: unknown): unknown => {
  if (error instanceof NotAPdf) {
    const message = "The file is not a PDF, or is damaged beyond repair.";
    return new ServiceError("UNSUPPORTED_MEDIA_TYPE", message, { cause: error });
  }
  if (error instanceof UnsupportedEncryption || error instanceof DynamicForm || error instanceof OverBudget) {
    return new ServiceError("INVALID_REQUEST", error.message, { cause: error });
  }
  return error;
};
