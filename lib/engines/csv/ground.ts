import { Content } from "./content.ts";

const HEAD = "0.9 0.92 0.95 rg";
const STRIPE = "0.965 0.97 0.98 rg";
const RULE = "0.75 G 0.4 w";
const ROOM = 8192;

/** What lies below the text of a page: the fill of the head, a stripe for every second row, a rule below each. */
export class Ground {
  readonly #left: number;
  readonly #width: number;
  readonly #head = new Content(ROOM);
  readonly #stripes = new Content(ROOM);
  readonly #rules = new Content(ROOM);

  /** Points from the page's left, and across. */
  constructor(left: number, width: number) {
    this.#left = left;
    this.#width = width;
  }

  /** Lays the ground of a row: points from the page's foot, and up. */
  row(kind: "head" | "plain" | "stripe", bottom: number, height: number): void {
    if (kind === "head") this.#head.box(this.#left, bottom, this.#width, height);
    if (kind === "stripe") this.#stripes.box(this.#left, bottom, this.#width, height);
    this.#rules.line(this.#left, this.#left + this.#width, bottom);
  }

  /** The operators that paint it. */
  get painted(): Uint8Array[] {
    const filled = (colour: string, boxes: Content) =>
      boxes.isEmpty ? [] : [Buffer.from(`${colour} `), boxes.bytes, Buffer.from("f ")];
    return [
      Buffer.from("q "),
      ...filled(HEAD, this.#head),
      ...filled(STRIPE, this.#stripes),
      Buffer.from(`${RULE} `),
      this.#rules.bytes,
      Buffer.from("S Q\n"),
    ];
  }

  /** Begins anew. */
  clear(): void {
    for (const part of [this.#head, this.#stripes, this.#rules]) part.clear();
  }
}
