import { seeded } from "../pictures.ts";

/** Random choices from a seed. */
export class Chance {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seeded(Math.imul(seed, 0x9e3779b1));
    // The first numbers of neighbouring seeds are close together.
    for (let skipped = 0; skipped < 5; skipped++) this.random();
  }

  /** A whole number in a range, both ends included. */
  whole(first: number, last: number): number {
    return first + Math.floor(this.random() * (last - first + 1));
  }

  /** One of the items. */
  one<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)]!;
  }

  /** A number below `most`, with two decimals. */
  below(most: number): number {
    return Math.round(this.random() * most * 100) / 100;
  }

  /** Words of a sentence. */
  words(count: number): string {
    const all =
      "Invoice total fox jumps over lazy dogs while 1,234.50 remain due; Käse, naïve façade, AVATAR To fjord".split(
        " ",
      );
    return Array.from({ length: count }, () => this.one(all)).join(" ");
  }

  /** A colour as `#rrggbb`. */
  colour(): string {
    return `#${this.whole(0, 0xffffff).toString(16).padStart(6, "0")}`;
  }
}
