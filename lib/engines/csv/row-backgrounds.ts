import { ContentStream } from "./content-stream.ts";

const HEAD_FILL = "0.9 0.92 0.95 rg";
const STRIPE_FILL = "0.965 0.97 0.98 rg";
const RULE_STROKE = "0.75 G 0.4 w";
const BUFFER_BYTES = 8192;

/** The backgrounds of a page's rows: the fill of the head, a stripe for every second row, and a rule below each row. */
export class RowBackgrounds {
  readonly #left: number;
  readonly #width: number;
  readonly #head = new ContentStream(BUFFER_BYTES);
  readonly #stripes = new ContentStream(BUFFER_BYTES);
  readonly #rules = new ContentStream(BUFFER_BYTES);

  /** The left edge and the width of the rows, in points. */
  constructor(left: number, width: number) {
    this.#left = left;
    this.#width = width;
  }

  /** Adds the background of a row: its distance from the bottom of the page and its height, in points. */
  addRow(kind: "head" | "plain" | "stripe", bottom: number, height: number): void {
    if (kind === "head") this.#head.rectangle(this.#left, bottom, this.#width, height);
    if (kind === "stripe") this.#stripes.rectangle(this.#left, bottom, this.#width, height);
    this.#rules.line(this.#left, this.#left + this.#width, bottom);
  }

  /** The operators that paint the backgrounds. */
  get operators(): Uint8Array[] {
    const filled = (colour: string, boxes: ContentStream) =>
      boxes.isEmpty ? [] : [Buffer.from(`${colour} `), boxes.bytes, Buffer.from("f ")];
    return [
      Buffer.from("q "),
      ...filled(HEAD_FILL, this.#head),
      ...filled(STRIPE_FILL, this.#stripes),
      Buffer.from(`${RULE_STROKE} `),
      this.#rules.bytes,
      Buffer.from("S Q\n"),
    ];
  }

  /** Removes all rows. */
  clear(): void {
    for (const part of [this.#head, this.#stripes, this.#rules]) part.clear();
  }
}
