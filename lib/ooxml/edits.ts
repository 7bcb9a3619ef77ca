import { ServiceError } from "../errors/service-error.ts";

/** The characters that edits may add to a text of this size; with a longer text they may add as many as it has. */
const ADDED_LIMIT_CHARACTERS = 33_554_432;

/** Replacements in a text, made in the order of the text. */
export class Edits {
  readonly #text: string;
  #room: number;
  readonly #pieces: string[] = [];
  #at = 0;

  /** Edits for a text, which itself does not change. */
  constructor(text: string) {
    this.#text = text;
    this.#room = Math.max(ADDED_LIMIT_CHARACTERS, text.length);
  }

  /** Replaces the text from `start` to before `end`. Throws a RangeError where that overlaps an earlier edit. */
  replace(start: number, end: number, text = ""): void {
    if (start < this.#at || end < start) throw new RangeError("edits overlap");
    this.#pieces.push(this.#text.slice(this.#at, start), text);
    this.#at = end;
  }

  /** Reserves room for characters that are to be added. Throws PROCESSING_FAILED where there is not enough. */
  reserve(characters: number): void {
    this.#room -= characters;
    if (this.#room >= 0) return;
    throw new ServiceError("PROCESSING_FAILED", "The document grows too much when it is prepared for LibreOffice.", {
      reason: "document-too-complex",
    });
  }

  /** The edited text; undefined without edits. */
  get result(): string | undefined {
    return this.#pieces.length === 0 ? undefined : this.#pieces.join("") + this.#text.slice(this.#at);
  }
}
