import { bytesAt } from "../access.ts";
import type { Dict } from "../objects.ts";
import { textOfString, textString } from "../strings.ts";
import type { XmpProperties } from "../xmp.ts";

const DATE = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;

/** A text as one line of characters that XML allows. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .trim();

interface PlainInformation {
  readonly info: Dict;
  readonly properties: XmpProperties;
}

/**
 * Rewrites an information dictionary (ISO 32000-2, 14.3.3) with only those entries that XMP can state too, in characters that XML
 * allows. Returns it, and the same entries as properties of XMP.
 */
export const plainInformation = (old: Dict | undefined): PlainInformation => {
  const info: Dict = new Map();
  const textOf = (key: string): string | undefined => {
    const bytes = bytesAt(old, key);
    const text = bytes && xmlText(textOfString(bytes));
    if (!text) return undefined;
    info.set(key, textString(text));
    return text;
  };
  const dateOf = (key: string): string | undefined => {
    const parts = DATE.exec(textOfString(bytesAt(old, key) ?? new Uint8Array(0)));
    if (parts === null) return undefined;
    info.set(key, textString(parts[0]));
    const [year, month, day, hour, minute, second] = parts.slice(1);
    return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  };
  const properties = {
    title: textOf("Title"),
    author: textOf("Author"),
    subject: textOf("Subject"),
    keywords: textOf("Keywords"),
    creator: textOf("Creator"),
    producer: textOf("Producer"),
    created: dateOf("CreationDate"),
    modified: dateOf("ModDate"),
  };
  return { info, properties };
};
