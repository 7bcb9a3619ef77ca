import { rounded } from "./content.ts";

const HEAD = "0.9 0.92 0.95 rg";
const STRIPE = "0.965 0.97 0.98 rg";
const RULE = "0.75 G 0.4 w";

const filled = (colour: string, boxes: string): string => (boxes === "" ? "" : `${colour} ${boxes}f `);

/** What lies below the text of a page: the fill of the head, a stripe for every second row, a rule below each. */
export class Ground {
  readonly #left: number;
  readonly #width: number;
  #head = "";
  #stripes = "";
  #rules = "";

  /** Points from the page's left, and across. */
  constructor(left: number, width: number) {
    this.#left = rounded(left);
    this.#width = rounded(width);
  }

  /** Lays the ground of a row: points from the page's foot, and up. */
  row(kind: "head" | "plain" | "stripe", bottom: number, height: number): void {
    const low = rounded(bottom);
    if (kind === "head") this.#head += `${this.#left} ${low} ${this.#width} ${rounded(height)} re `;
    if (kind === "stripe") this.#stripes += `${this.#left} ${low} ${this.#width} ${rounded(height)} re `;
    this.#rules += `${this.#left} ${low} m ${rounded(this.#left + this.#width)} ${low} l `;
  }

  /** The operators that paint it; begins anew. */
  take(): string {
    const painted = `q ${filled(HEAD, this.#head)}${filled(STRIPE, this.#stripes)}${RULE} ${this.#rules}S Q\n`;
    [this.#head, this.#stripes, this.#rules] = ["", "", ""];
    return painted;
  }
}
