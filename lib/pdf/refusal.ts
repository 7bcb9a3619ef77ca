import { ServiceError } from "../errors.ts";
import { OverBudget } from "./budget.ts";
import { NotAPdf } from "./read/open.ts";
import { Locked } from "./security/decrypt.ts";
import { DynamicForm } from "./xfa.ts";

/**
 * What the caller may read of an error in reading a PDF: UNSUPPORTED_MEDIA_TYPE for what is none, INVALID_REQUEST for
 * one that needs a password, a dynamic XFA form and a bomb. Any other error stays as it is.
 */
export const toRefusal = (error: unknown): unknown => {
  if (error instanceof NotAPdf) {
    const message = "The file is not a PDF, or is damaged beyond repair.";
    return new ServiceError("UNSUPPORTED_MEDIA_TYPE", message, { cause: error });
  }
  if (error instanceof Locked || error instanceof DynamicForm || error instanceof OverBudget) {
    return new ServiceError("INVALID_REQUEST", error.message, { cause: error });
  }
  return error;
};
