import { NotFoundError } from "../accounts/operator/condition.ts";
import { storeError } from "../accounts/write.ts";
import { ServiceError } from "../errors/service-error.ts";

/** Whether the SDK has thrown an error: it adds how often it has tried. */
const isOfStore = (error: unknown): boolean => error instanceof Error && "$metadata" in error;

/** The error that the operator gets for anything thrown. */
export const adminError = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  if (error instanceof NotFoundError) return new ServiceError("NOT_FOUND", error.message);
  if (error instanceof RangeError) return new ServiceError("INVALID_REQUEST", error.message);
  if (isOfStore(error)) return storeError(error);
  return new ServiceError("PROCESSING_FAILED", "The action failed.", { reason: "internal-error", cause: error });
};
