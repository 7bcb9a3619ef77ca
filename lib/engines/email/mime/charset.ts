import { isAscii, isUtf8 } from "node:buffer";
import { likelyEncoding } from "../../../contract/text-encoding.ts";
import { DOS_CODE_PAGES } from "./dos-code-pages.ts";

/** Encodings by their code pages in Windows. Labels such as `cp932` and Outlook's messages name code pages. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  ...{
    437: "ibm437",
    850: "ibm850",
    852: "ibm852",
    866: "ibm866",
    874: "windows-874",
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
  },
  ...{ 950: "big5", 1200: "utf-16le", 1201: "utf-16be", 10000: "macintosh", 20127: "us-ascii", 20866: "koi8-r" },
  ...{
    20932: "euc-jp",
    20936: "gbk",
    21866: "koi8-u",
    38598: "iso-8859-8-i",
    50220: "iso-2022-jp",
    50221: "iso-2022-jp",
  },
  ...{
    50222: "iso-2022-jp",
    50225: "iso-2022-kr",
    51932: "euc-jp",
    51936: "gbk",
    51949: "euc-kr",
    52936: "hz-gb-2312",
  },
  ...{ 54936: "gb18030", 65000: "utf-7", 65001: "utf-8" },
};

/** The name of the encoding of a code page. */
export const codePageName = (page: number): string | undefined => {
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  if (page >= 28591 && page <= 28606) return `iso-8859-${page - 28590}`;
  return CODE_PAGES[page];
};

const ENCODING_ALIASES: Readonly<Record<string, string>> = {
  "unicode-1-1-utf-7": "utf-7",
  "x-unicode-2-0-utf-7": "utf-7",
  utf7: "utf-7",
  csutf7: "utf-7",
  csiso2022kr: "iso-2022-kr",
  hz: "hz-gb-2312",
  uhc: "euc-kr",
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  "iso-2022-jp-3": "iso-2022-jp",
  eucjp: "euc-jp",
  "x-eucjp": "euc-jp",
  "shift-jis": "shift_jis",
  "tis-620": "windows-874",
  "x-mac-japanese": "shift_jis",
};

/** The name of the encoding that a label in a message means: that of the Encoding standard, or of a decoder of this file. */
const encodingName = (label: string): string => {
  // A language may follow the label (RFC 2231, 5).
  const [name = ""] = label.trim().toLowerCase().split("*", 1);
  const page = /^(?:cp|windows|ms|ibm|x-cp)-?(\d{3,5})$/.exec(name)?.[1];
  const alias = Object.hasOwn(ENCODING_ALIASES, name) ? ENCODING_ALIASES[name] : undefined;
  return alias ?? (page === undefined ? undefined : codePageName(Number(page))) ?? name;
};

/** Text in UTF-7 (RFC 2152). */
const decodeUtf7 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/\+([A-Za-z0-9+/]*)-?/g, (_, base64: string) =>
      base64 === "" ? "+" : new TextDecoder("utf-16be").decode(Buffer.from(base64, "base64")).replace(/\ufffd$/, ""),
    );

const LETTER_BIT = 0x80;
const [SHIFT_OUT, SHIFT_IN, ESCAPE] = [0x0e, 0x0f, 0x1b];

/** Text in ISO-2022-KR (RFC 1557), read as EUC-KR: letters between shifts get the high bit. */
const decodeIso2022Kr = (bytes: Uint8Array): string => {
  const letters: number[] = [];
  let isShifted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    // The designation at the start of such a text has four bytes.
    if (byte === ESCAPE) at += 3;
    else if (byte === SHIFT_OUT || byte === SHIFT_IN) isShifted = byte === SHIFT_OUT;
    else letters.push(isShifted && byte > 0x20 ? byte | LETTER_BIT : byte);
  }
  return new TextDecoder("euc-kr").decode(Uint8Array.from(letters));
};

/** Text in HZ (RFC 1843), read as GBK: letters between `~{` and `~}` get the high bit. */
const decodeHz = (bytes: Uint8Array): string =>
  new TextDecoder("gbk").decode(
    Buffer.from(
      Buffer.from(bytes)
        .toString("latin1")
        .replace(/~\{([^~]*)(?:~\}|$)|~~|~\r?\n/g, (mark, letters: string | undefined) => {
          if (letters === undefined) return mark === "~~" ? "~" : "";
          return letters.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) | LETTER_BIT));
        }),
      "latin1",
    ),
  );

/** Text in a code page of DOS. */
const decodeDos = (bytes: Uint8Array, upper: string): string => {
  const letters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return letters.replace(/[\x80-\xff]/g, (letter) => upper.charAt(letter.charCodeAt(0) - 0x80));
};

const OWN_DECODERS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  "utf-7": decodeUtf7,
  "iso-2022-kr": decodeIso2022Kr,
  "hz-gb-2312": decodeHz,
};

const decoderOf = (name: string): ((bytes: Uint8Array) => string) | undefined => {
  const own = Object.hasOwn(OWN_DECODERS, name) ? OWN_DECODERS[name] : undefined;
  if (own !== undefined) return own;
  const upper = Object.hasOwn(DOS_CODE_PAGES, name) ? DOS_CODE_PAGES[name] : undefined;
  if (upper !== undefined) return (bytes) => decodeDos(bytes, upper);
  try {
    const decoder = new TextDecoder(name);
    return (bytes) => decoder.decode(bytes);
  } catch {
    return undefined;
  }
};

const isStandardLabel = (label: string): boolean => {
  try {
    return new TextDecoder(label) !== undefined;
  } catch {
    return false;
  }
};

/** Whether only this file decodes a label, and the Encoding standard does not. */
export const isOwnLabel = (label: string): boolean =>
  !isStandardLabel(label) && decoderOf(encodingName(label)) !== undefined;

/** Decodes a text without a known encoding: as UTF-8 if it is valid, else by the frequency of its letters. */
const decodeGuessed = (bytes: Uint8Array): string => {
  const name = isUtf8(bytes) ? "utf-8" : (likelyEncoding(bytes) ?? "windows-1252");
  return (decoderOf(name.toLowerCase()) ?? ((text) => Buffer.from(text).toString("latin1")))(bytes);
};

/**
 * Decodes a text of a message. If its label is US-ASCII or unknown, the encoding is guessed, because software that writes such
 * labels often sends something else. A text that is not valid in the encoding of its label, but in UTF-8, is UTF-8.
 */
export const decodeText = (bytes: Uint8Array, label: string | undefined): string => {
  const name = encodingName(label ?? "");
  const decode = name === "us-ascii" || name === "" ? undefined : decoderOf(name);
  if (decode === undefined) return decodeGuessed(bytes);
  const text = decode(bytes);
  if (name !== "utf-8" && text.includes("\ufffd") && isUtf8(bytes) && !isAscii(bytes)) return decodeGuessed(bytes);
  // A wrong label is more frequent than UTF-8 with errors.
  return name === "utf-8" && text.includes("\ufffd") && !isUtf8(bytes) ? decodeGuessedIfBetter(bytes, text) : text;
};

const countLost = (text: string): number => text.split("\ufffd").length - 1;

/** Lost characters up to which a text counts as UTF-8 with errors. */
const FEW_LOST_CHARACTERS = 2;

const decodeGuessedIfBetter = (bytes: Uint8Array, text: string): string =>
  countLost(text) > FEW_LOST_CHARACTERS && !/[^\p{ASCII}\ufffd]/u.test(text) ? decodeGuessed(bytes) : text;
