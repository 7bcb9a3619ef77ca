import { ServiceError, withField } from "../../errors/service-error.ts";

/** Thrown if a file needs another password than the one that was given. */
export class WrongPassword extends ServiceError<"INVALID_REQUEST"> {
  constructor() {
    super("INVALID_REQUEST", "The password does not open the PDF.", { reason: "wrong-password" });
  }
}

/**
 * Returns the error of opening a file. Its message begins with the field that holds the file or, if the password is wrong,
 * with `password`.
 */
export const withFileField = (error: unknown, field: string | undefined): unknown => {
  if (!(error instanceof WrongPassword)) return withField(error, field);
  if (field !== undefined) error.message = `password does not open ${field}.`;
  return error;
};
