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
  readonly #pieces: Uint8Array[] = [];
  readonly #before = new Map<number, string>();
  readonly #after = new Map<number, string>();
  #isArtifactOpen: boolean = false;

  /** The number of the next piece. */
  get next(): number {
    return this.#pieces.length;
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
  }

  replace(at: number, text: string): void {
    this.#pieces[at] = Buffer.from(text, "latin1");
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
    for (const [at, piece] of this.#pieces.entries()) {
      write(this.#before.get(at));
      whole.push(piece);
      write(this.#after.get(at));
    }
    write(this.#isArtifactOpen ? "EMC\n" : undefined);
    return Buffer.concat(whole);
  }

  #put(at: number, text: string): void {
    this.#before.set(at, `${this.#before.get(at) ?? ""}${text}`);
  }
}
