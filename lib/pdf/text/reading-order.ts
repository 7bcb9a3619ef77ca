import { bandsOf, columnsOf, heightInLines, medianSize, type Section, sectionAt, withGaps } from "./bands.ts";
import { type Line, linesOf } from "./lines.ts";
import { rowsOf, withoutMarkerGutters } from "./rows.ts";
import type { Word } from "./words.ts";

/** Lines that belong together, from the top down. */
export type Block = readonly Line[];

/** The gaps that separate columns: their width, in sizes of the font, and the number of lines that must have it. */
const GUTTERS = [
  { width: 0.9, lines: 3, isWide: true },
  { width: 0.6, lines: 8, isWide: false },
] as const;
/** A section with at most this number of bands is not used if a much longer one begins within it. */
const SHORT_SECTION_BANDS = 6;
/** Much longer means longer by this factor. */
const LONGER_SECTION_RATIO = 2;
/** How deeply columns may be nested. */
const DEPTH_LIMIT = 12;

const isMostlyTurned = (words: readonly Word[]): boolean =>
  2 * words.reduce((sum, { isRightToLeft }) => sum + Number(isRightToLeft), 0) > words.length;

/** The section at a band, unless it is short, and one that is much longer begins within it. */
const unlessLongerFollows = (sectionFrom: (at: number) => Section | undefined, at: number): Section | undefined => {
  const section = sectionFrom(at);
  const length = section?.bands.length ?? 0;
  if (length > SHORT_SECTION_BANDS) return section;
  for (let later = at + 1; later < at + length; later++) {
    const longer = sectionFrom(later)?.bands.length ?? 0;
    if (longer > LONGER_SECTION_RATIO * length) return undefined;
  }
  return section;
};

/** Puts the words of a part of a page into the order in which they are read. */
class Reader {
  readonly blocks: Block[] = [];
  readonly #size: number;
  #plain: Word[] = [];

  /** The size of most of the letters. */
  constructor(size: number) {
    this.#size = size;
  }

  read(words: readonly Word[], depth = 0): void {
    if (depth >= DEPTH_LIMIT) {
      this.#plain.push(...words);
      this.#endBlock();
      return;
    }
    const bands = bandsOf(words);
    const widths = GUTTERS.map(({ width }) => width * this.#size);
    const gapped = withGaps(bands, widths);
    const sectionFrom = (from: number): Section | undefined => {
      for (const [level, { lines, isWide }] of GUTTERS.entries()) {
        const section = sectionAt(gapped[level]!, from, widths[level]!);
        if (section.gutters.length > 0 && heightInLines(section.bands) >= lines) return { ...section, isWide };
      }
      return undefined;
    };
    let at = 0;
    for (let band = bands[0]; band !== undefined; band = bands[at]) {
      const section = unlessLongerFollows(sectionFrom, at);
      if (section !== undefined) this.#readSection(withoutMarkerGutters(section), depth);
      else for (const word of band.words) this.#plain.push(word);
      at += section?.bands.length ?? 1;
    }
    this.#endBlock();
  }

  #endBlock(): void {
    if (this.#plain.length > 0) this.blocks.push(linesOf(this.#plain));
    this.#plain = [];
  }

  #readSection(section: Section, depth: number): void {
    const { gutters } = section;
    for (const row of gutters.length === 0 ? section.bands.map((band) => [band]) : rowsOf(section)) {
      const words = row.flatMap((band) => band.words);
      if (row.length === 1) {
        for (const word of words) this.#plain.push(word);
        continue;
      }
      this.#endBlock();
      const columns = columnsOf(row, gutters);
      for (const column of isMostlyTurned(words) ? columns.reverse() : columns) this.read(column, depth + 1);
    }
  }
}

/** The blocks of words in one frame, in the order in which they are read. */
export const readingOrder = (words: readonly Word[]): Block[] => {
  const reader = new Reader(medianSize(words));
  reader.read(words);
  return reader.blocks;
};
