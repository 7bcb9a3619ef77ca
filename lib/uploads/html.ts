import sniffEncoding from "html-encoding-sniffer";
import type { Kind } from "../contract.ts";
import { ServiceError } from "../errors.ts";
import { kindBySignature } from "./signature.ts";

/** A file that may be HTML: not empty, and not plainly something else. */
export const htmlFile: Kind = {
  name: "HTML",
  judge: (bytes) => {
    const other = kindBySignature(bytes);
    if (other !== undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `is no HTML but a ${other}`);
    if (decodeHtml(bytes).trim() === "") throw new ServiceError("INVALID_REQUEST", "is empty");
  },
};

/** The text of an HTML file, in the encoding that its BOM, then its `<meta>` names, else UTF-8 (HTML standard, 13.2.3). */
export const decodeHtml = (bytes: Uint8Array): string => {
  const encoding = sniffEncoding(bytes, { defaultEncoding: "UTF-8" });
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an encoding that is known for its misuse alone, such as ISO-2022-CN
  }
};
