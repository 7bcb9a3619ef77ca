import type { FileKind } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { emailKind } from "../office-kinds/email.ts";
import { otherFamily } from "./other-families.ts";

const NAMES = "a message (.eml or .msg)";

/** A message, by its content: MIME, or Outlook's format. */
export const emailFile: FileKind = {
  name: NAMES,
  check: (bytes) => {
    if (bytes.length === 0) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "is empty", { reason: "document-empty" });
    if (emailKind(bytes) === undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", otherFamily(bytes, NAMES));
  },
};
