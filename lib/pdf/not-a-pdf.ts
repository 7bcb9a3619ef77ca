import { kindBySignature } from "../contract/file-signature.ts";
import { ServiceError } from "../errors/service-error.ts";

/** The error for bytes that cannot be opened as a PDF. */
export const notAPdfError = (): ServiceError =>
  new ServiceError("UNSUPPORTED_MEDIA_TYPE", "The file is not a PDF, or is damaged beyond repair.", {
    reason: "document-damaged",
  });

/** Kinds of files whose first bytes a PDF may have: some are written with a comment of PostScript before their header. */
const POSSIBLE_KINDS: readonly (string | undefined)[] = ["PDF", "PostScript document", undefined];

/** Throws UNSUPPORTED_MEDIA_TYPE if the first bytes show another kind of file. */
export const refuseOtherKinds = (bytes: Uint8Array): void => {
  if (!POSSIBLE_KINDS.includes(kindBySignature(bytes))) throw notAPdfError();
};
