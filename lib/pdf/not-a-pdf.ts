import { kindBySignature } from "../contract/file-signature.ts";
import { ServiceError } from "../errors/service-error.ts";

/** The error for bytes that cannot be opened as a PDF. */
export const notAPdfError = (): ServiceError =>
  new ServiceError("UNSUPPORTED_MEDIA_TYPE", "The file is not a PDF, or is damaged beyond repair.", {
    reason: "document-damaged",
  });

/** Kinds of files whose first bytes a PDF may have: some are written with a comment of PostScript before their header. */
const POSSIBLE_KINDS: readonly (string | undefined)[] = ["PDF", "PostScript document", undefined];

/** Readers find the header of a PDF within this many bytes (ISO 32000-1, annex H, note 13). */
const HEADER_SEARCH_BYTES = 1024;

/** Throws UNSUPPORTED_MEDIA_TYPE if the first bytes show another kind of file, and no header of a PDF follows them. */
export const refuseOtherKinds = (bytes: Uint8Array): void => {
  if (POSSIBLE_KINDS.includes(kindBySignature(bytes))) return;
  if (!Buffer.from(bytes.subarray(0, HEADER_SEARCH_BYTES)).includes("%PDF-")) throw notAPdfError();
};
