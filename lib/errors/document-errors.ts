import { ServiceError } from "./service-error.ts";

/** A document that takes more work than one document may. */
export const tooComplex = (message: string): ServiceError =>
  new ServiceError("PROCESSING_FAILED", message, { reason: "document-too-complex" });

/** A file whose content cannot be read; `how` follows "The file is damaged: ". */
export const damagedFile = (how: string, cause?: unknown): ServiceError =>
  new ServiceError("UNSUPPORTED_MEDIA_TYPE", `The file is damaged: ${how}.`, { reason: "document-damaged", cause });

/** Margins of the options that leave no room on the paper. */
export const noRoomOnPage = (cause?: unknown): ServiceError =>
  new ServiceError("INVALID_REQUEST", "options has margins that leave no room on the page.", {
    reason: "margins-too-large",
    cause,
  });
