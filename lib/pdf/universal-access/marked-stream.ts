import { NO_TEXT } from "./meaning.ts";

/** What a piece of a content stream shows. */
export interface Shown {
  text: string;
  hasPicture: boolean;
  /** The height of its first and of its last line, in points. */
  top: number;
  bottom: number;
}

export const nothingShown = (): Shown => ({ text: "", hasPicture: false, top: Number.NaN, bottom: Number.NaN });

/** Characters of one piece of marked content that are kept; the text of a link is no longer. */
const TEXT_LIMIT_CHARACTERS = 2000;

/** Adds a text that is shown at a height. */
export const addText = (shown: Shown, text: string, height: number): void => {
  if (Number.isNaN(shown.top)) shown.top = height;
  if (!Number.isNaN(shown.bottom) && shown.bottom !== height && !/\s$/.test(shown.text)) shown.text += " ";
  shown.bottom = height;
  if (shown.text.length < TEXT_LIMIT_CHARACTERS) shown.text += text;
};

/** Whether something is shown that has a meaning: text other than spaces and icons. */
export const hasText = ({ text }: Shown): boolean => !NO_TEXT.test(text);

/**
 * The pieces of a content stream, between which marks are put. One class, because a mark that opens an artifact stays open while
 * more artifacts follow.
 */
export class MarkedStream {
  readonly #content: Buffer;
  /** The offset behind each piece. */
  readonly #ends: number[] = [];
  readonly #before = new Map<number, string>();
  readonly #after = new Map<number, string>();
  readonly #replaced = new Map<number, string>();
  #isArtifactOpen: boolean = false;

  constructor(content: Buffer) {
    this.#content = content;
  }

  /** Adds the piece that ends at an offset; returns its number. */
  add(end: number): number {
    return this.#ends.push(end) - 1;
  }

  replace(at: number, text: string): void {
    this.#replaced.set(at, text);
  }

  /** Ends an open artifact before a piece. */
  endArtifact(at: number): void {
    if (!this.#isArtifactOpen) return;
    this.#isArtifactOpen = false;
    this.#put(at, "EMC\n");
  }

  /** Makes the pieces from this one on an artifact, until it is ended. */
  beginArtifact(at: number): void {
    if (this.#isArtifactOpen) return;
    this.#isArtifactOpen = true;
    this.#put(at, "/Artifact BMC\n");
  }

  /** Puts the pieces from one to another between a mark and its end. */
  enclose(from: number, to: number, mark: string): void {
    this.#put(from, `${mark}\n`);
    this.#after.set(to, `${this.#after.get(to) ?? ""}\nEMC\n`);
  }

  finish(): Buffer {
    const whole: Uint8Array[] = [];
    const write = (text: string | undefined) => text !== undefined && whole.push(Buffer.from(`\n${text}`, "latin1"));
    const changed = new Set([...this.#before.keys(), ...this.#after.keys(), ...this.#replaced.keys()]);
    let copied = 0;
    for (const at of [...changed].sort((a, b) => a - b)) {
      const begin = this.#ends[at - 1] ?? 0;
      whole.push(this.#content.subarray(copied, begin));
      write(this.#before.get(at));
      const replacement = this.#replaced.get(at);
      if (replacement === undefined) whole.push(this.#content.subarray(begin, this.#ends[at]));
      else write(replacement);
      write(this.#after.get(at));
      copied = this.#ends[at] ?? begin;
    }
    whole.push(this.#content.subarray(copied));
    write(this.#isArtifactOpen ? "EMC\n" : undefined);
    return Buffer.concat(whole);
  }

  #put(at: number, text: string): void {
    this.#before.set(at, `${this.#before.get(at) ?? ""}${text}`);
  }
}
