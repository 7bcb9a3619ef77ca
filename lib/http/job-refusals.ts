import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import { ACCOUNT_RESULTS_LIMIT_BYTES } from "../stored-bodies/job-bodies.ts";

/** Seconds until a caller may try again if a job could not be stored, or if results need too much space. */
const STORE_RETRY_SECONDS = 60;

/** The refusal of what cannot be stored, such as a job. */
export const notStored = (what: string, cause?: unknown) =>
  new ServiceError("SERVICE_UNAVAILABLE", `${what} could not be stored.`, {
    reason: "store-unreachable",
    retryAfter: STORE_RETRY_SECONDS,
    cause,
  });

/** The refusal of jobs of an account whose results need too much space. */
export const tooManyResults = () =>
  new ServiceError(
    "RATE_LIMIT_EXCEEDED",
    `The results of the account's jobs take ${ACCOUNT_RESULTS_LIMIT_BYTES / MB} MB: try again when some of them have expired, or remove some.`,
    { retryAfter: STORE_RETRY_SECONDS },
  );
