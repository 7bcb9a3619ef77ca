import { escapeHtml } from "../../escape-html.ts";
import { codePageName, decodeText } from "../mime/charset.ts";
import { RtfFonts } from "./fonts.ts";
import { type RtfToken, rtfTokens } from "./tokens.ts";

/** What the RTF of a message held: HTML that was wrapped in it, text that was, or RTF of its own, which is HTML now. */
interface RtfBody {
  readonly origin: "html" | "text" | "rtf";
  /** HTML, or plain text if that is its origin. */
  readonly content: string;
}

/** The state of a group, which its end undoes. */
interface GroupState {
  /** Its text is not shown: it is in a destination for programs. */
  readonly isHidden: boolean;
  /** It is the table of fonts. */
  readonly isFontTable: boolean;
  /** It is text that only RTF shows, not the HTML in it. */
  readonly isOnlyRtf: boolean;
  /** It is markup of the HTML in the RTF. */
  readonly isMarkup: boolean;
  readonly font: number | undefined;
  /** Units that stand in for a character of Unicode. */
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

/** Words that end a line. */
const LINE_ENDS = new Set(["par", "line", "row", "sect", "page", "\r", "\n"]);

/** What words of formatting mean in CSS; with the number 0 they end it. */
const FORMATS: Readonly<Record<string, readonly [property: string, value: string]>> = {
  b: ["font-weight", "bold"],
  i: ["font-style", "italic"],
  ul: ["text-decoration", "underline"],
  strike: ["text-decoration", "line-through"],
  super: ["vertical-align", "super"],
  sub: ["vertical-align", "sub"],
};

/** Groups in each other that are distinguished. */
const DEPTH_LIMIT = 1000;

/** Reads the RTF of one message. It is one class, because every token changes the same state. */
class RtfReader {
  origin: RtfBody["origin"] = "rtf";
  readonly #pieces: string[] = [];
  readonly #fonts = new RtfFonts();
  readonly #groups: GroupState[] = [];
  #state = TOP;
  #encoding = "windows-1252";
  #waiting: Buffer[] = [];
  #toSkip = 0;
  #isStarred = false as boolean;
  #style = "";

  read(rtf: string): RtfBody {
    for (const token of rtfTokens(rtf)) this.#take(token);
    this.#flush();
    this.#setStyle("");
    return { origin: this.origin, content: this.#pieces.join("") };
  }

  #take(token: RtfToken): void {
    if (token.kind === "bytes") {
      this.#takeBytes(token.bytes);
      return;
    }
    this.#flush();
    if (token.kind === "control") this.#takeControl(token.word, token.number);
    else if (token.kind === "end") this.#state = this.#groups.pop() ?? TOP;
    else if (this.#groups.length < DEPTH_LIMIT) this.#groups.push(this.#state);
    this.#isStarred = token.kind === "control" && token.word === "*";
  }

  #takeBytes(bytes: Buffer): void {
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    const rest = bytes.subarray(skipped);
    this.#isStarred = false as boolean;
    // A character may consist of several escapes, so text is decoded when it ends.
    if (rest.length > 0 && this.#isShown()) this.#waiting.push(rest);
  }

  #isShown(): boolean {
    const { isHidden, isOnlyRtf, isMarkup } = this.#state;
    if (isHidden) return false;
    return this.origin !== "html" || isMarkup || !isOnlyRtf;
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    const encoding = this.#state.isMarkup ? undefined : this.#fonts.encodingOf(this.#state.font);
    this.#write(decodeText(bytes, encoding ?? this.#encoding));
  }

  /** Writes text that is shown. */
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

  #takeControl(word: string, number: number | undefined): void {
    if (this.#state.isFontTable) this.#fonts.takeControl(word, number);
    else if (HIDDEN_DESTINATIONS.has(word) || (word === "pntext" && this.origin === "html"))
      this.#state = { ...this.#state, isHidden: true, isFontTable: word === "fonttbl" };
    else if (word === "u" && number !== undefined) this.#takeUnicode(number);
    else if (LINE_ENDS.has(word)) this.#endLine();
    else if (Object.hasOwn(CHARACTERS, word)) this.#write(CHARACTERS[word] ?? "");
    else this.#takeSetting(word, number);
  }

  #takeUnicode(number: number): void {
    // Numbers above 32767 are written as negative ones.
    if (this.#isShown()) this.#writeUnit(number & 0xffff);
    this.#toSkip = this.#state.skip;
  }

  /** Writes a unit of UTF-16; the halves of a pair come one after the other. */
  #writeUnit(unit: number): void {
    const last = this.#pieces.at(-1);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow && last !== undefined && /[\ud800-\udbff]$/.test(last))
      this.#pieces[this.#pieces.length - 1] = last + String.fromCharCode(unit);
    else this.#write(String.fromCharCode(unit));
  }

  #takeSetting(word: string, number: number | undefined): void {
    if (word === "fromhtml") this.origin = "html";
    else if (word === "fromtext") this.origin = "text";
    else if (word === "ansicpg") this.#encoding = codePageName(number ?? 1252) ?? this.#encoding;
    else if (word === "htmlrtf") this.#state = { ...this.#state, isOnlyRtf: number !== 0 };
    else if (word === "htmltag") this.#state = { ...this.#state, isMarkup: true, isHidden: false };
    else if (word === "f") this.#state = { ...this.#state, font: number };
    else if (word === "uc") this.#state = { ...this.#state, skip: Math.min(Math.max(number ?? 1, 0), 8) };
    else if (word === "plain") this.#state = { ...this.#state, style: {} };
    else if (this.#isStarred && this.#state.isMarkup === false) this.#state = { ...this.#state, isHidden: true };
    else this.#takeFormat(word, number);
  }

  #takeFormat(word: string, number: number | undefined): void {
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

/** Reads the RTF of a message, out of which HTML or text is taken that was wrapped in it (MS-OXRTFEX). */
export const readRtf = (rtf: Buffer): RtfBody => new RtfReader().read(rtf.toString("latin1"));
