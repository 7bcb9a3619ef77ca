import { isUtf8 } from "node:buffer";
import { type FileKind, rule } from "../contract/contract.ts";
import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import { likelyEncoding } from "../contract/text-encoding.ts";
import { ServiceError } from "../errors/service-error.ts";

/** The message for bytes that are not UTF-8: the likely encoding, and how to convert it. */
const notUtf8 = (bytes: Uint8Array): string => {
  const name = likelyEncoding(bytes);
  return name === undefined
    ? "is not UTF-8 text"
    : `is not UTF-8 text: it looks like ${name}; convert it first, for example with iconv -f ${name} -t UTF-8`;
};

export const notEmpty = rule<string>((text) => /\S/.test(text), "is empty", undefined, "document-empty");

/** Text in UTF-8, without the byte order mark that may begin it. */
export const utf8Text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const SPACE_BYTE = 32;

// A loop, because a callback for each byte of 100 MB holds the serving thread for half a second.
const isBlank = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > SPACE_BYTE) return false;
  return true;
};

/** Throws UNSUPPORTED_MEDIA_TYPE, with the likely encoding, for bytes that are not UTF-8 text. */
export const assertUtf8 = (bytes: Uint8Array): void => {
  if (!isUtf8(bytes) || bytes.includes(0)) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", notUtf8(bytes));
};

/** A file that is not empty, and of no kind that its signature shows; `name` is the name of its kind. */
export const filledFile = (name: string): FileKind => ({
  name,
  check: (bytes) => {
    const other = kindBySignature(bytes);
    if (other !== undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `is ${withArticle(other)}, not ${name}`);
    const text = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
      ? bytes.subarray(BYTE_ORDER_MARK.length)
      : bytes;
    if (isBlank(text)) throw new ServiceError("INVALID_REQUEST", "is empty", { reason: "document-empty" });
  },
});

/** A file of UTF-8 text that is not empty; `name` is the name of its kind. */
export const textFile = (name: string): FileKind => {
  const { check } = filledFile(name);
  return {
    name,
    check: async (bytes) => {
      await check(bytes);
      assertUtf8(bytes);
    },
  };
};
