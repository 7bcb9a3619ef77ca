import { ServiceError } from "../../errors/service-error.ts";

/** The error for a document that cannot be PDF/UA; `fault` is the end of a sentence, such as `it has no tags`. */
export const notAccessible = (fault: string): ServiceError =>
  new ServiceError("INVALID_REQUEST", `The document cannot be PDF/UA: ${fault}.`, { reason: "not-accessible" });
