import { ServiceError } from "../../errors/service-error.ts";

/** The error for a document that cannot be PDF/A; `fault` is the end of a sentence, such as `it has a font that is not embedded`. */
export const notArchivable = (fault: string): ServiceError =>
  new ServiceError("INVALID_REQUEST", `The document cannot be PDF/A: ${fault}.`, { reason: "not-archivable" });
