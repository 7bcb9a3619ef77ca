import sniffEncoding from "html-encoding-sniffer";
import { Parser } from "htmlparser2";
import { decodeText } from "./charset.ts";

/** The HTML of a part. Its header names its encoding, or else a `meta` element. */
export const htmlText = (bytes: Uint8Array, charset: string | undefined): string => {
  if (charset !== undefined) return decodeText(bytes, charset);
  // The usual default of the sniffer, windows-1252, could not be told from an encoding that the HTML names.
  const encoding = sniffEncoding(bytes, { defaultEncoding: "x-user-defined" });
  return decodeText(bytes, encoding === "x-user-defined" ? undefined : encoding);
};

/** Whether HTML shows neither text nor pictures. */
export const isBlank = (html: string): boolean => {
  let isEmpty = true;
  let isHidden = false;
  const parser = new Parser({
    onopentag: (name) => {
      isHidden = /^(?:style|script|title)$/.test(name);
      isEmpty &&= !/^(?:img|table|svg|hr|input)$/.test(name);
    },
    ontext: (text) => {
      isEmpty &&= isHidden || text.trim() === "";
    },
    onclosetag: () => {
      isHidden = false;
    },
  });
  parser.end(html);
  return isEmpty;
};
