/** Cuts and insertions in a text, in the order in which they stand there. */
export class Edits {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #at = 0;

  /** Edits of a text. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Puts a text in the place of what stands from `start` to `end`; throws a RangeError where that lies before an earlier edit. */
  replace(start: number, end: number, text = ""): void {
    if (start < this.#at || end < start) throw new RangeError("edits overlap");
    this.#pieces.push(this.#text.slice(this.#at, start), text);
    this.#at = end;
  }

  /** The text with all edits; undefined where there are none. */
  get result(): string | undefined {
    return this.#pieces.length === 0 ? undefined : this.#pieces.join("") + this.#text.slice(this.#at);
  }
}
