import type { TextRange } from "../../ooxml/tags.ts";
import { rtfTokens } from "./tokens.ts";

/** A field of RTF (Rich Text Format 1.9.1, "Fields"). */
export interface RtfField {
  /** The field code, such as `EQ \f(1,2)`. A character that is not ASCII and not an escape of Unicode is U+FFFD in it. */
  readonly code: string;
  /** Whether its code has other fields in it, whose results are not in `code`. */
  readonly hasFieldsInCode: boolean;
  /** Whether it stands in the code of another field. */
  readonly isInCode: boolean;
  /** Whether its stored result shows something. */
  readonly showsResult: boolean;
  /** Where the control word of the field stands, the group of its code, and the control word of its result. */
  readonly field: TextRange;
  readonly instruction: TextRange | undefined;
  readonly result: TextRange | undefined;
}

type OpenField = { -readonly [Key in keyof RtfField]: RtfField[Key] } & { part: "code" | "result" | undefined };

/** A group that is open, by its first control word. */
interface OpenGroup {
  readonly start: number;
  readonly destination: string;
  /** Whether it, or a group around it, is one that readers may pass over, such as the data of a form field. */
  readonly isIgnorable: boolean;
  /** The number of characters after an escape of Unicode that replace it for old readers (`\uc`). */
  readonly replaced: number;
}

/** Control words that show something. */
const SHOWN_WORDS = new Set(
  "u pict shp object bullet emdash endash lquote rquote ldblquote rdblquote tab page chdate chtime chpgn".split(" "),
);

/** Control symbols that stand for a character of a field code. */
const CODE_SYMBOLS: Readonly<Record<string, string>> = { "\\": "\\", "{": "{", "}": "}", "~": " ", tab: " " };

/** Levels of groups, and fields inside one another, that are distinguished. */
const DEPTH_LIMIT = 1000;
const OPEN_FIELDS_LIMIT = 20;
/** Further fields stay as they are. */
const FIELDS_LIMIT = 100_000;
/** The most characters of a field code that are read. */
const CODE_LIMIT_CHARACTERS = 1000;

/** Reads the fields of a document. It is one class, because all tokens change the same state. */
class FieldReader {
  readonly fields: RtfField[] = [];
  readonly bookmarks = new Set<string>();
  readonly #open: OpenField[] = [];
  readonly #groups: OpenGroup[] = [];
  /** Groups below the limit that are open. */
  #deeper = 0;
  #isStarred = false as boolean;
  /** Characters after an escape of Unicode that replace it for old readers. */
  #toSkip = 0;

  read(rtf: string): void {
    for (const token of rtfTokens(rtf)) {
      if (token.kind === "bytes") this.#readText(token.bytes.toString("latin1"));
      else if (token.kind === "control") this.#readControl(token.word, token.number, token);
      else if (token.kind === "end") this.#endGroup(token.end);
      else this.#beginGroup(token.start);
      if (token.kind !== "control" || token.word !== "*") this.#isStarred = false;
    }
  }

  #beginGroup(start: number): void {
    this.#toSkip = 0;
    const { isIgnorable = false, replaced = 1 } = this.#groups.at(-1) ?? {};
    if (this.#groups.length === DEPTH_LIMIT) this.#deeper++;
    else this.#groups.push({ start, destination: "", isIgnorable, replaced });
  }

  #endGroup(end: number): void {
    this.#toSkip = 0;
    if (this.#deeper > 0) {
      this.#deeper--;
      return;
    }
    const { destination, start } = this.#groups.pop() ?? { destination: "", start: 0 };
    const field = this.#open.at(-1);
    if (field === undefined) return;
    if (destination === "field") {
      this.#open.pop();
      if (this.fields.length < FIELDS_LIMIT) this.fields.push(field);
    } else if (destination === "fldinst") {
      field.instruction = { start, end };
      field.part = undefined;
    } else if (destination === "fldrslt") field.part = undefined;
  }

  #readControl(word: string, number: number | undefined, place: TextRange): void {
    if (word === "uc") this.#changeGroup({ replaced: Math.max(0, number ?? 1) });
    else if (word === "*") this.#isStarred = true;
    else if (word === "field") this.#beginField(place);
    else if (word === "fldinst" || word === "fldrslt") this.#beginPart(word, place);
    else if (this.#isStarred || word === "bkmkstart") this.#setDestination(word, true);
    if (SHOWN_WORDS.has(word)) this.#show();
    const symbol = CODE_SYMBOLS[word];
    if (word === "u") {
      this.#addCode(String.fromCharCode((number ?? 0) & 0xffff));
      this.#toSkip = this.#groups.at(-1)?.replaced ?? 1;
    } else if (symbol !== undefined && this.#toSkip > 0) this.#toSkip--;
    else {
      this.#addCode(symbol ?? "");
      this.#toSkip = 0;
    }
  }

  #beginField({ start, end }: TextRange): void {
    if (this.#open.length === OPEN_FIELDS_LIMIT || this.#groups.at(-1)?.destination === "field") return;
    const outer = this.#open.at(-1);
    if (outer?.part === "code") outer.hasFieldsInCode = true;
    this.#setDestination("field", false);
    const isInCode = outer !== undefined && (outer.isInCode || outer.part === "code");
    const found = { code: "", hasFieldsInCode: false, isInCode, showsResult: false };
    this.#open.push({ ...found, field: { start, end }, instruction: undefined, result: undefined, part: undefined });
  }

  #beginPart(word: "fldinst" | "fldrslt", { start, end }: TextRange): void {
    const field = this.#open.at(-1);
    this.#setDestination(word, false);
    if (field === undefined) return;
    field.part = word === "fldinst" ? "code" : "result";
    if (word === "fldrslt") field.result = { start, end };
  }

  #changeGroup(change: Partial<OpenGroup>): void {
    const group = this.#groups.pop();
    if (group !== undefined) this.#groups.push({ ...group, ...change });
  }

  #setDestination(destination: string, isIgnorable: boolean): void {
    this.#changeGroup({ destination, ...(isIgnorable && { isIgnorable }) });
  }

  #readText(text: string): void {
    const shown = text.slice(this.#toSkip);
    this.#toSkip = Math.max(0, this.#toSkip - text.length);
    const group = this.#groups.at(-1);
    if (group?.destination === "bkmkstart") this.bookmarks.add(shown.trim());
    if (group?.isIgnorable === true) return;
    if (shown.trim() !== "") this.#show();
    this.#addCode(shown.replaceAll(/\P{ASCII}/gu, "\ufffd"));
  }

  #show(): void {
    for (const field of this.#open) field.showsResult ||= field.part === "result";
  }

  #addCode(text: string): void {
    const field = this.#open.at(-1);
    if (field?.part !== "code" || this.#groups.at(-1)?.isIgnorable === true) return;
    if (field.code.length < CODE_LIMIT_CHARACTERS) field.code += text.slice(0, CODE_LIMIT_CHARACTERS);
  }
}

/** The fields of a document of RTF, which has one character for each byte, and the names of its bookmarks. */
export const rtfFields = (rtf: string): Pick<FieldReader, "fields" | "bookmarks"> => {
  const reader = new FieldReader();
  reader.read(rtf);
  return reader;
};
