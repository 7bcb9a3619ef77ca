import type { Warning, WarningCode } from "../workers/warnings.ts";
import { otherEncoding, textOf } from "./markup.ts";
import type { Package } from "./package.ts";
import { changedZip } from "./zip-writing.ts";

const UTF8_DECLARATION = /^\ufeff?<\?xml[^>]{0,200}\?>/;

/** A part as it was read: one character a byte where it is UTF-8, which is faster and as good for markup. */
const decoded = (part: Buffer): { text: string; encode: (text: string) => Buffer } =>
  otherEncoding(part) === undefined
    ? { text: part.toString("latin1"), encode: (text) => Buffer.from(text, "latin1") }
    : { text: textOf(part), encode: utf8 };

/** A package on its way to the engine: what of its parts is changed, and what is to be told of it. */
export class Rewriting {
  readonly found: Package;
  readonly warnings: Warning[] = [];
  readonly #changes = new Map<string, Buffer | undefined>();

  /** A rewriting of a package, which itself stays as it is. */
  constructor(found: Package) {
    this.found = found;
  }

  /** Whether a part is there. */
  has(part: string): boolean {
    return this.found.files.has(part) && !(this.#changes.has(part) && this.#changes.get(part) === undefined);
  }

  /** Bytes of a part, as changed so far; undefined where it is missing. */
  bytes(part: string): Buffer | undefined {
    if (this.#changes.has(part)) return this.#changes.get(part);
    const file = this.found.files.get(part);
    return file && this.found.read(file);
  }

  /**
   * Changes a part's markup by a function of it, which gives undefined to leave it as it is. Its characters beyond ASCII are
   * single bytes of UTF-8 where `isText` does not ask for real ones.
   */
  change(part: string, how: (xml: string) => string | undefined, isText = false): void {
    const bytes = this.bytes(part);
    if (bytes === undefined) return;
    const { text, encode } = isText ? { text: textOf(bytes), encode: utf8 } : decoded(bytes);
    const changed = how(text);
    if (changed !== undefined && changed !== text) this.#changes.set(part, encode(changed));
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
