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

/** A size and margins of the document's own CSS that leave no room on its paper. */
export const noRoomOnOwnPage = (): ServiceError =>
  new ServiceError(
    "INVALID_REQUEST",
    "The document's @page leaves no room between the margins of its page, which are 1cm if it sets none.",
    {
      reason: "margins-too-large",
    },
  );
