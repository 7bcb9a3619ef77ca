import { config } from "../config.ts";
import { ServiceError } from "../errors/service-error.ts";

/**
 * Runs what reads a part of a request, and aborts it after the time that a request has. Its limit of processor time ends it before,
 * unless the machine is very busy. `what` names the part, for example `The document`. Throws PROCESSING_FAILED when it is aborted.
 */
export const readWithinDeadline = async <Result>(
  what: string,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const timeout = AbortSignal.timeout(config.deadlineMs);
  try {
    return await read(timeout);
  } catch (error) {
    if (error !== timeout.reason) throw error;
    throw new ServiceError("PROCESSING_FAILED", `${what} was not read in time.`, {
      reason: "out-of-time",
      cause: error,
    });
  }
};
