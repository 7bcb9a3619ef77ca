import { OUTSIDE_MESSAGES, ServiceError } from "../errors/service-error.ts";
import { EngineEnded } from "../workers/engine-ended.ts";

/** The error that the client gets for anything thrown. */
export const toServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError("PROCESSING_FAILED", OUTSIDE_MESSAGES.PROCESSING_FAILED, {
        reason: error instanceof EngineEnded ? "engine-crashed" : "internal-error",
        cause: error,
      });
