/** Replacements in a text, made in the order of the text. */
export class Edits {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #at = 0;

  /** Edits for a text, which itself does not change. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Replaces the text from `start` to before `end`. Throws a RangeError where that overlaps an earlier edit. */
  replace(start: number, end: number, text = ""): void {
    if (start < this.#at || end < start) throw new RangeError("edits overlap");
    this.#pieces.push(this.#text.slice(this.#at, start), text);
    this.#at = end;
  }

  /** The edited text; undefined without edits. */
  get result(): string | undefined {
    return this.#pieces.length === 0 ? undefined : this.#pieces.join("") + this.#text.slice(this.#at);
  }
}
