import { isAscii } from "node:buffer";
import { tooComplex } from "../errors/document-errors.ts";
import type { Warning, WarningCode } from "../output/warnings.ts";
import { otherEncoding, textOf } from "./markup.ts";
import type { Package } from "./package.ts";
import { rewriteZip } from "./zip-writing.ts";

const UTF8_DECLARATION = /^\ufeff?<\?xml[^>]{0,200}\?>/;

/** A part's bytes, and its text decoded in two ways. */
class PartText {
  readonly bytes: Buffer;
  #text: string | undefined;
  #raw: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get text(): string {
    this.#text ??= this.#isAscii ? this.raw : textOf(this.bytes);
    return this.#text;
  }

  /**
   * The part's UTF-8 bytes, each as one character, which is faster and enough for markup. In other encodings: its characters.
   */
  get raw(): string {
    this.#raw ??= this.#isBytes ? this.bytes.toString("latin1") : this.text;
    return this.#raw;
  }

  /** Encodes a text that was derived from `raw` or from `text`. */
  encode(text: string, isRaw: boolean): Buffer {
    return isRaw && this.#isBytes ? Buffer.from(text, "latin1") : utf8(text);
  }

  get #isBytes(): boolean {
    return otherEncoding(this.bytes) === undefined;
  }

  get #isAscii(): boolean {
    return isAscii(this.bytes) && this.#isBytes;
  }
}

/** Changes the markup of an XML file; undefined if `rewrite` does. That receives one character for each byte of UTF-8. */
export const changeMarkup = (bytes: Buffer, rewrite: (xml: string) => string | undefined): Buffer | undefined => {
  const part = new PartText(bytes);
  const changed = rewrite(part.raw);
  return changed === undefined ? undefined : part.encode(changed, true);
};

/** Changes to a package's parts, with the warnings that they cause. */
export class PackageRewriter {
  readonly original: Package;
  readonly warnings: Warning[] = [];
  readonly #changes = new Map<string, Buffer | undefined>();
  readonly #parts = new Map<string, PartText>();

  constructor(officePackage: Package) {
    this.original = officePackage;
  }

  has(part: string): boolean {
    return this.original.files.has(part) && !(this.#changes.has(part) && this.#changes.get(part) === undefined);
  }

  /** A part with its changes so far, unpacked and decoded once; undefined if it is missing. */
  #part(name: string): PartText | undefined {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const file = this.original.files.get(name);
    if (file === undefined || this.#changes.has(name)) return undefined;
    const part = new PartText(this.original.read(file));
    this.#parts.set(name, part);
    return part;
  }

  /** The bytes of a part with its changes so far; undefined if it is missing. */
  bytes(part: string): Buffer | undefined {
    return this.#part(part)?.bytes;
  }

  /** The text of a part with its changes so far; empty if it is missing. */
  text(part: string): string {
    return this.#part(part)?.text ?? "";
  }

  /** The markup of a part with its changes so far, one character for each byte of UTF-8; empty if it is missing. */
  raw(part: string): string {
    return this.#part(part)?.raw ?? "";
  }

  /**
   * Changes a part's markup by a function, which returns undefined to keep the markup. Without `isText` the function gets one
   * character for each byte of UTF-8.
   */
  change(name: string, rewrite: (xml: string) => string | undefined, isText = false): void {
    const part = this.#part(name);
    if (part === undefined) return;
    const before = isText ? part.text : part.raw;
    const changed = rewrite(before);
    if (changed === undefined || changed === before) return;
    const bytes = part.encode(changed, !isText);
    this.#changes.set(name, bytes);
    this.#parts.set(name, new PartText(bytes));
  }

  /** Replaces a part that is not read again. */
  replace(name: string, content: Buffer): void {
    this.#changes.set(name, content);
    this.#parts.delete(name);
  }

  warn(code: WarningCode, message: string, place?: string): void {
    this.warnings.push({ code, message, place });
  }

  /** The changed package; undefined without changes. LibreOffice finds no parts whose names have backslashes. */
  finish(): Buffer | undefined {
    return this.#changes.size === 0 && !this.original.hasBackslashes
      ? undefined
      : rewriteZip(this.original, this.#changes);
  }
}

const utf8 = (text: string): Buffer => Buffer.from(text.replace(UTF8_DECLARATION, ""));

/** Edits may add this number of characters, or as many as the text has if that is more. */
const ADDED_LIMIT_CHARACTERS = 33_554_432;

/** Replacements in a text, made in the order of the text. */
export class Edits {
  readonly #text: string;
  #room: number;
  readonly #pieces: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#room = Math.max(ADDED_LIMIT_CHARACTERS, text.length);
  }

  /** Replaces the text from `start` to before `end`. Throws a RangeError if that overlaps an earlier edit. */
  replace(start: number, end: number, text = ""): void {
    if (start < this.#at || end < start) throw new RangeError("edits overlap");
    this.#pieces.push(this.#text.slice(this.#at, start), text);
    this.#at = end;
  }

  /** Reserves room for characters that are to be added. Throws PROCESSING_FAILED if there is not enough. */
  reserve(characters: number): void {
    this.#room -= characters;
    if (this.#room >= 0) return;
    throw tooComplex("The document grows too much when it is prepared for LibreOffice.");
  }

  /** The edited text; undefined without edits. */
  get result(): string | undefined {
    return this.#pieces.length === 0 ? undefined : this.#pieces.join("") + this.#text.slice(this.#at);
  }
}
