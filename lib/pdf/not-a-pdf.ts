import { kindBySignature } from "../contract/file-signature.ts";
import { ServiceError } from "../errors/service-error.ts";

/** The error for bytes that cannot be opened as a PDF. */
export const notAPdfError = (): ServiceError =>
  new ServiceError("UNSUPPORTED_MEDIA_TYPE", "The file is not a PDF, or is damaged beyond repair.", {
    reason: "document-damaged",
  });

/** Kinds of files that are never opened: what looks like a PDF in them is a part of another document. */
const OTHER_KINDS: readonly (string | undefined)[] = [
  "ZIP archive or Office document",
  "GIF image",
  "PNG image",
  "JPEG image",
  "old Office document",
  "gzip archive",
  "RAR archive",
  "7z archive",
];

/** Throws UNSUPPORTED_MEDIA_TYPE if the first bytes show another kind of file. */
export const refuseOtherKinds = (bytes: Uint8Array): void => {
  if (OTHER_KINDS.includes(kindBySignature(bytes))) throw notAPdfError();
};
