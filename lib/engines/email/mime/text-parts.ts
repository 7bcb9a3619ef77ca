import sniffEncoding from "html-encoding-sniffer";
import { Parser } from "htmlparser2";
import { decodeText } from "./charset.ts";

/** The HTML of a part, whose encoding its head tells, or else a `meta` element. */
export const htmlText = (bytes: Uint8Array, charset: string | undefined): string => {
  if (charset !== undefined) return decodeText(bytes, charset);
  // Without anything that tells it, the sniffer says windows-1252.
  const told = sniffEncoding(bytes, { defaultEncoding: "x-user-defined" });
  return decodeText(bytes, told === "x-user-defined" ? undefined : told);
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
