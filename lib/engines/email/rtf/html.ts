import { type RtfToken, rtfTokens } from "../../../office-kinds/rtf/tokens.ts";
import { escapeHtml } from "../../escape-html.ts";
import { codePageName, decodeText } from "../mime/charset.ts";
import { RtfFonts } from "./fonts.ts";

/** The content of RTF: HTML or text that was wrapped in it, or RTF of its own as HTML. */
interface RtfBody {
  readonly origin: "html" | "text" | "rtf";
  /** HTML, or plain text if that is its origin. */
  readonly content: string;
}

/** The state of a group, which ends with it. */
interface GroupState {
  /** Whether it is in a destination that is not shown. */
  readonly isHidden: boolean;
  readonly isFontTable: boolean;
  /** Whether it is text of the RTF alone, which the wrapped HTML does not have. */
  readonly isOnlyRtf: boolean;
  /** Whether it is markup of the wrapped HTML. */
  readonly isMarkup: boolean;
  readonly font: number | undefined;
  /** The units after a character of Unicode that replace it for old readers. */
  readonly skip: number;
  readonly style: Readonly<Record<string, string>>;
}

const TOP: GroupState = {
  isHidden: false,
  isFontTable: false,
  isOnlyRtf: false,
  isMarkup: false,
  font: undefined,
  skip: 1,
  style: {},
};

const HIDDEN_DESTINATIONS = new Set(
  (
    "fonttbl colortbl stylesheet info pict object objdata generator listtable listoverridetable rsidtbl revtbl themedata " +
    "colorschememapping datastore latentstyles xmlnstbl header footer headerl headerr footerl footerr pn fldinst " +
    "bkmkstart bkmkend mhtmltag nonshppict shppict filetbl"
  ).split(" "),
);

/** Control words and symbols that stand for a character. */
const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ tab: "\t", bullet: "\u2022", lquote: "\u2018", rquote: "\u2019", ldblquote: "\u201c", rdblquote: "\u201d" },
  ...{ endash: "\u2013", emdash: "\u2014", enspace: "\u2002", emspace: "\u2003", cell: "\t", "~": "\u00a0" },
  ...{ _: "\u2011", "{": "{", "}": "}", "\\": "\\", zwj: "\u200d", zwnj: "\u200c" },
};

const LINE_ENDS = new Set(["par", "line", "row", "sect", "page", "\r", "\n"]);

/** The CSS of control words for formatting, which end with the number 0. */
const FORMATS: Readonly<Record<string, readonly [property: string, value: string]>> = {
  b: ["font-weight", "bold"],
  i: ["font-style", "italic"],
  ul: ["text-decoration", "underline"],
  strike: ["text-decoration", "line-through"],
  super: ["vertical-align", "super"],
  sub: ["vertical-align", "sub"],
};

/** Levels of groups that are distinguished. */
const DEPTH_LIMIT = 1000;

/** Reads the RTF of one message. It is one class, because all tokens change the same state. */
class RtfReader {
  origin: RtfBody["origin"] = "rtf";
  readonly #pieces: string[] = [];
  readonly #fonts = new RtfFonts();
  readonly #groups: GroupState[] = [];
  #state = TOP;
  #encoding = "windows-1252";
  #undecoded: Buffer[] = [];
  #toSkip = 0;
  #isStarred = false as boolean;
  #style = "";

  read(rtf: string): RtfBody {
    for (const token of rtfTokens(rtf)) this.#read(token);
    this.#flush();
    this.#setStyle("");
    return { origin: this.origin, content: this.#pieces.join("") };
  }

  #read(token: RtfToken): void {
    if (token.kind === "bytes") {
      this.#readBytes(token.bytes);
      return;
    }
    this.#flush();
    if (token.kind === "control") this.#readControl(token.word, token.number);
    else if (token.kind === "end") this.#state = this.#groups.pop() ?? TOP;
    else if (this.#groups.length < DEPTH_LIMIT) this.#groups.push(this.#state);
    this.#isStarred = token.kind === "control" && token.word === "*";
  }

  #readBytes(bytes: Buffer): void {
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    const rest = bytes.subarray(skipped);
    this.#isStarred = false as boolean;
    // A character may consist of several escapes, so that only a complete text is decoded.
    if (rest.length > 0 && this.#isShown()) this.#undecoded.push(rest);
  }

  #isShown(): boolean {
    const { isHidden, isOnlyRtf, isMarkup } = this.#state;
    if (isHidden) return false;
    return this.origin !== "html" || isMarkup || !isOnlyRtf;
  }

  #flush(): void {
    if (this.#undecoded.length === 0) return;
    const bytes = Buffer.concat(this.#undecoded);
    this.#undecoded = [];
    const encoding = this.#state.isMarkup ? undefined : this.#fonts.encodingOf(this.#state.font);
    this.#write(decodeText(bytes, encoding ?? this.#encoding));
  }

  #write(text: string): void {
    if (!this.#isShown() || text === "") return;
    if (this.origin === "text" || this.#state.isMarkup) this.#pieces.push(text);
    else {
      if (this.origin === "rtf") this.#setStyle(this.#styleText());
      this.#pieces.push(escapeHtml(text));
    }
  }

  #styleText(): string {
    return Object.entries(this.#state.style)
      .map(([property, value]) => `${property}:${value}`)
      .join(";");
  }

  #setStyle(style: string): void {
    if (style === this.#style) return;
    if (this.#style !== "") this.#pieces.push("</span>");
    if (style !== "") this.#pieces.push(`<span style="${style}">`);
    this.#style = style;
  }

  #endLine(): void {
    if (!this.#isShown()) return;
    if (this.origin === "rtf") this.#setStyle("");
    this.#pieces.push(this.origin === "rtf" ? "<br>" : "\n");
  }

  #readControl(word: string, number: number | undefined): void {
    if (this.#state.isFontTable) this.#fonts.readControl(word, number);
    else if (HIDDEN_DESTINATIONS.has(word) || (word === "pntext" && this.origin === "html"))
      this.#state = { ...this.#state, isHidden: true, isFontTable: word === "fonttbl" };
    else if (word === "u" && number !== undefined) this.#readUnicode(number);
    else if (LINE_ENDS.has(word)) this.#endLine();
    else if (Object.hasOwn(CHARACTERS, word)) this.#write(CHARACTERS[word] ?? "");
    else this.#readSetting(word, number);
  }

  #readUnicode(number: number): void {
    // Numbers above 32767 are written as negative ones.
    if (this.#isShown()) this.#writeUnit(number & 0xffff);
    this.#toSkip = this.#state.skip;
  }

  /** Writes a unit of UTF-16. The two halves of a surrogate pair are separate control words. */
  #writeUnit(unit: number): void {
    const last = this.#pieces.at(-1);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow && last !== undefined && /[\ud800-\udbff]$/.test(last))
      this.#pieces[this.#pieces.length - 1] = last + String.fromCharCode(unit);
    else this.#write(String.fromCharCode(unit));
  }

  #readSetting(word: string, number: number | undefined): void {
    if (word === "fromhtml") this.origin = "html";
    else if (word === "fromtext") this.origin = "text";
    else if (word === "ansicpg") this.#encoding = codePageName(number ?? 1252) ?? this.#encoding;
    else if (word === "htmlrtf") this.#state = { ...this.#state, isOnlyRtf: number !== 0 };
    else if (word === "htmltag") this.#state = { ...this.#state, isMarkup: true, isHidden: false };
    else if (word === "f") this.#state = { ...this.#state, font: number };
    else if (word === "uc") this.#state = { ...this.#state, skip: Math.min(Math.max(number ?? 1, 0), 8) };
    else if (word === "plain") this.#state = { ...this.#state, style: {} };
    else if (this.#isStarred && this.#state.isMarkup === false) this.#state = { ...this.#state, isHidden: true };
    else this.#readFormat(word, number);
  }

  #readFormat(word: string, number: number | undefined): void {
    const { style } = this.#state;
    if (word === "fs" && number !== undefined && number > 0 && number < 400)
      this.#state = { ...this.#state, style: { ...style, "font-size": `${number / 2}pt` } };
    else if (word === "ulnone" || word === "nosupersub") {
      const { [word === "ulnone" ? "text-decoration" : "vertical-align"]: _, ...rest } = style;
      this.#state = { ...this.#state, style: rest };
    }
    const format = Object.hasOwn(FORMATS, word) ? FORMATS[word] : undefined;
    if (format === undefined) return;
    const [property, value] = format;
    const { [property]: _, ...rest } = style;
    this.#state = { ...this.#state, style: number === 0 ? rest : { ...style, [property]: value } };
  }
}

/** Reads the RTF of a message, and extracts the HTML or text that is wrapped in it (MS-OXRTFEX). */
export const readRtf = (rtf: Buffer): RtfBody => new RtfReader().read(rtf.toString("latin1"));
