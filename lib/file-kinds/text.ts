import { isUtf8 } from "node:buffer";
import { type FileKind, rule } from "../contract.ts";
import { ServiceError } from "../errors.ts";
import { notUtf8 } from "./encoding.ts";
import { kindBySignature } from "./signature.ts";

/** The rule that a text has something in it. */
export const notEmpty = rule<string>((text) => /\S/.test(text), "is empty");

/** Text in UTF-8, without the byte order mark that may begin it. */
export const utf8Text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const SPACE = 32;

/** A file of UTF-8 text that has something in it; `name` says of which kind. */
export const textFile = (name: string): FileKind => ({
  name,
  judge: (bytes) => {
    const other = kindBySignature(bytes);
    if (other !== undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `is no ${name} but a ${other}`);
    if (!isUtf8(bytes) || bytes.includes(0)) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", notUtf8(bytes));
    const text = bytes.subarray(0, BOM.length).equals(BOM) ? bytes.subarray(BOM.length) : bytes;
    if (!text.some((byte) => byte > SPACE)) throw new ServiceError("INVALID_REQUEST", "is empty");
  },
});
