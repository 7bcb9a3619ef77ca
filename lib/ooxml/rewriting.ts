import { isAscii } from "node:buffer";
import type { Warning, WarningCode } from "../workers/warnings.ts";
import { otherEncoding, textOf } from "./markup.ts";
import type { Package } from "./package.ts";
import { changedZip } from "./zip-writing.ts";

const UTF8_DECLARATION = /^\ufeff?<\?xml[^>]{0,200}\?>/;

/** A part's content, and its text in the two ways in which it is looked at. */
class Part {
  readonly bytes: Buffer;
  #text: string | undefined;
  #raw: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Its characters. */
  get text(): string {
    this.#text ??= this.#isAscii ? this.raw : textOf(this.bytes);
    return this.#text;
  }

  /** One character a byte where it is UTF-8, which is faster and as good for markup; its characters elsewhere. */
  get raw(): string {
    this.#raw ??= this.#isBytes ? this.bytes.toString("latin1") : this.text;
    return this.#raw;
  }

  /** Bytes of a text that was made of this one's, and whether that was `raw`. */
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

/** A package on its way to the engine: what of its parts is changed, and what is to be told of it. */
export class Rewriting {
  readonly found: Package;
  readonly warnings: Warning[] = [];
  readonly #changes = new Map<string, Buffer | undefined>();
  readonly #parts = new Map<string, Part>();

  /** A rewriting of a package, which itself stays as it is. */
  constructor(found: Package) {
    this.found = found;
  }

  /** Whether a part is there. */
  has(part: string): boolean {
    return this.found.files.has(part) && !(this.#changes.has(part) && this.#changes.get(part) === undefined);
  }

  /** A part as changed so far, which is unpacked and decoded once; undefined where it is missing. */
  #part(name: string): Part | undefined {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const file = this.found.files.get(name);
    if (file === undefined || this.#changes.has(name)) return undefined;
    const part = new Part(this.found.read(file));
    this.#parts.set(name, part);
    return part;
  }

  /** Bytes of a part, as changed so far; undefined where it is missing. */
  bytes(part: string): Buffer | undefined {
    return this.#part(part)?.bytes;
  }

  /** Text of a part, as changed so far; empty where it is missing. */
  text(part: string): string {
    return this.#part(part)?.text ?? "";
  }

  /**
   * Changes a part's markup by a function of it, which gives undefined to leave it as it is. Its characters beyond ASCII are
   * single bytes of UTF-8 where `isText` does not ask for real ones.
   */
  change(name: string, how: (xml: string) => string | undefined, isText = false): void {
    const part = this.#part(name);
    if (part === undefined) return;
    const before = isText ? part.text : part.raw;
    const changed = how(before);
    if (changed === undefined || changed === before) return;
    const bytes = part.encode(changed, !isText);
    this.#changes.set(name, bytes);
    this.#parts.set(name, new Part(bytes));
  }

  /** Notes what the result lacks. */
  warn(code: WarningCode, message: string, place?: string): void {
    this.warnings.push({ code, message, place });
  }

  /** The package with its changes; undefined where there are none. */
  finish(): Buffer | undefined {
    return this.#changes.size === 0 ? undefined : changedZip(this.found, this.#changes);
  }
}

const utf8 = (text: string): Buffer => Buffer.from(text.replace(UTF8_DECLARATION, ""));
