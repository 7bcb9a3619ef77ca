import sniffEncoding from "html-encoding-sniffer";
import type { FileKind } from "../contract.ts";
import { ServiceError } from "../errors.ts";
import { kindBySignature } from "./signature.ts";

/** Bytes by which text is told from what is none. */
const SAMPLE_BYTES = 65_536;
/** The share of control bytes in data that is no text; scripts hold some in their tables of characters. */
const BINARY_SHARE = 0.02;

/**
 * Whether bytes are no text: too many of them stand in none (MIME Sniffing standard, "binary data byte"), but for UTF-16,
 * which its mark tells.
 */
const isBinary = (bytes: Uint8Array): boolean => {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return false;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !TEXT_CONTROLS.has(byte)) controls++;
  return controls > sample.length * BINARY_SHARE;
};
/** Tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** A file that may be HTML: not empty, and not plainly something else. */
export const htmlFile: FileKind = {
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
