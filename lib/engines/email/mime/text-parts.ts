import { Parser } from "htmlparser2";
import { htmlEncoding } from "../../../contract/html-encoding.ts";
import { decodeText } from "./charset.ts";

/** The HTML of a part. Its header names its encoding, or else a `meta` element. */
export const htmlText = (bytes: Uint8Array, charset: string | undefined): string =>
  decodeText(bytes, charset ?? htmlEncoding(bytes));

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
