import type { Word } from "./words.ts";

/** Words whose heights overlap, such as those of a line. */
export interface Band {
  readonly words: readonly Word[];
  readonly top: number;
  readonly bottom: number;
}

/** A horizontal range without words, in one band or in several. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** A band with the gaps between its words, and the space beside them. */
export interface GappedBand extends Band {
  readonly gaps: readonly Gap[];
}

/** Bands one below the other, with the gaps between words that all of them share. */
export interface Section {
  readonly bands: readonly Band[];
  readonly gutters: readonly Gap[];
  /** Whether the gutters are wider than spaces between words may be. */
  readonly isWide: boolean;
}

/** The height of letters without what reaches above and below it, in sizes of the font. */
const LETTER_HEIGHT = 0.65;
/** The distance of two lines, in sizes of the font. */
const LINE_DISTANCE = 1.2;

/** How many words have a font of each size. */
const sizeCounts = (words: readonly Word[]): Map<number, number> => {
  const counts = new Map<number, number>();
  let size = words[0]?.run.size ?? 0;
  let count = 0;
  for (const { run } of words) {
    if (run.size !== size) {
      counts.set(size, (counts.get(size) ?? 0) + count);
      size = run.size;
      count = 0;
    }
    count++;
  }
  return counts.set(size, (counts.get(size) ?? 0) + count);
};

/** The median of the sizes of the fonts of words; 0 if there are none. */
export const medianSize = (words: readonly Word[]): number => {
  const counts = sizeCounts(words);
  let before = 0;
  for (const size of [...counts.keys()].sort((one, other) => one - other)) {
    before += counts.get(size) ?? 0;
    if (before > words.length >> 1) return size;
  }
  return 0;
};

const topOf = (word: Word): number => word.baseline - LETTER_HEIGHT * word.run.size;

/** The bands of words, from the top down. */
export const bandsOf = (words: readonly Word[]): Band[] => {
  const sorted = words.toSorted((one, other) => topOf(one) - topOf(other) || one.order - other.order);
  const bands: { words: Word[]; top: number; bottom: number }[] = [];
  for (const word of sorted) {
    const last = bands.at(-1);
    if (last !== undefined && topOf(word) < last.bottom) {
      last.words.push(word);
      last.bottom = Math.max(last.bottom, word.baseline);
    } else bands.push({ words: [word], top: topOf(word), bottom: word.baseline });
  }
  return bands;
};

/** How many lines fit into the height of bands. */
export const heightInLines = (bands: readonly Band[]): number => {
  let lines = 0;
  for (const { words, top, bottom } of bands) {
    const size = medianSize(words);
    lines += Math.max(1, Math.round((bottom - top) / (LINE_DISTANCE * size)));
  }
  return lines;
};

/** The gaps of at least this width that words of a band leave, and the space beside them. They are in the order of their left sides. */
const gapsOf = (words: readonly Word[], width: number): Gap[] => {
  const gaps: Gap[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { left, right } of words) {
    if (left - end >= width) gaps.push({ from: end, to: left });
    end = Math.max(end, right);
  }
  gaps.push({ from: end, to: Number.POSITIVE_INFINITY });
  return gaps;
};

/** The bands with the gaps of at least each of these widths. */
export const withGaps = (bands: readonly Band[], widths: readonly number[]): GappedBand[][] => {
  const sorted = bands.map(({ words }) => words.toSorted((one, other) => one.left - other.left));
  return widths.map((width) => bands.map((band, at) => ({ ...band, gaps: gapsOf(sorted[at]!, width) })));
};

/** The gaps of at least this width that two lists have in common. */
const commonGaps = (one: readonly Gap[], other: readonly Gap[], width: number): Gap[] => {
  const common: Gap[] = [];
  let at = 0;
  let by = 0;
  while (at < one.length && by < other.length) {
    const a = one[at]!;
    const b = other[by]!;
    const from = Math.max(a.from, b.from);
    const to = Math.min(a.to, b.to);
    if (to - from >= width) common.push({ from, to });
    if (a.to < b.to) at++;
    else by++;
  }
  return common;
};

/** Whether words are on both sides of a gap. */
const isInner = ({ from, to }: Gap): boolean => Number.isFinite(from) && Number.isFinite(to);

/** The longest section that begins at a band, with gutters of at least this width. */
export const sectionAt = (bands: readonly GappedBand[], from: number, width: number): Omit<Section, "isWide"> => {
  let common = bands[from]?.gaps ?? [];
  let end = from + 1;
  for (let band = bands[end]; band !== undefined; band = bands[++end]) {
    const next = commonGaps(common, band.gaps, width);
    if (!next.some(isInner)) break;
    common = next;
  }
  return { bands: bands.slice(from, end), gutters: common.filter(isInner) };
};

/** The column in which a word begins; the first one is 0. */
export const columnOf = (word: Word, gutters: readonly Gap[]): number => {
  let [low, high] = [0, gutters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (word.left >= gutters[middle]!.from) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The words of bands, by their column. */
export const columnsOf = (bands: readonly Band[], gutters: readonly Gap[]): Word[][] => {
  const columns = Array.from({ length: gutters.length + 1 }, (): Word[] => []);
  for (const { words } of bands) for (const word of words) columns[columnOf(word, gutters)]?.push(word);
  return columns;
};
