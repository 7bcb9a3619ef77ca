import sniffEncoding from "html-encoding-sniffer";
import type { Kind } from "../contract.ts";
import { ServiceError } from "../errors.ts";
import { kindBySignature } from "./signature.ts";

/** Bytes that stand in no text (MIME Sniffing standard, "binary data byte"), but for UTF-16, which its mark tells. */
const isBinary = (bytes: Uint8Array): boolean => {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return false;
  return bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
};
/** Tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** A file that may be HTML: not empty, and not plainly something else. */
export const htmlFile: Kind = {
  name: "HTML",
  judge: (bytes) => {
    const other = kindBySignature(bytes);
    if (other === undefined && isBinary(bytes)) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "is no text");
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
