import { isUtf8 } from "node:buffer";
import type { Kind } from "../contract.ts";
import { ServiceError } from "../errors.ts";
import { kindBySignature } from "./signature.ts";

/** A file of UTF-8 text, not empty. */
export const markdownFile: Kind = {
  name: "Markdown",
  judge: (bytes) => {
    const other = kindBySignature(bytes);
    if (other !== undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `is no Markdown but a ${other}`);
    if (!isUtf8(bytes) || bytes.includes(0)) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "is not UTF-8 text");
    if (!bytes.some((byte) => byte > 32)) throw new ServiceError("INVALID_REQUEST", "is empty");
  },
};
