import { decodeWords } from "postal-mime";
import { decodeText, isOwnLabel } from "./charset.ts";

/** An encoded word (RFC 2047, 2). A language may follow its encoding (RFC 2231, 5). */
const ENCODED_WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,40})?\?([bq])\?([^?\s]{0,1000})\?=/gi;

const wordBytes = (method: string, text: string): Buffer => {
  if (/b/i.test(method)) return Buffer.from(text, "base64");
  const letters = text
    .replaceAll("_", " ")
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(letters, "latin1");
};

const hasOnlyAscii = (text: string): boolean => !/\P{ASCII}/u.test(text);

/** The text of an encoded word. Letters beyond ASCII, which do not belong there, were decoded with the header. */
const wordText = (label: string, method: string, text: string): string =>
  hasOnlyAscii(text) || /b/i.test(method)
    ? decodeText(wordBytes(method, text), label)
    : text.replace(/\p{ASCII}+/gu, (ascii) => decodeText(wordBytes(method, ascii), label));

/** Rewrites in UTF-8 the encoded words of a header field that PostalMime cannot decode. */
export const withUtf8Words = (value: string): string =>
  value.replace(ENCODED_WORD, (word, label: string, method: string, text: string) =>
    isOwnLabel(label) || !hasOnlyAscii(text)
      ? `=?utf-8?B?${Buffer.from(wordText(label, method, text)).toString("base64")}?=`
      : word,
  );

export const decodeEncodedWords = (value: string): string => decodeWords(withUtf8Words(value));
