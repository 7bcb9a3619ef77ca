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

export const median = (values: readonly number[]): number => Float64Array.from(values).sort()[values.length >> 1] ?? 0;

/** The bands of words, from the top down. */
export const bandsOf = (words: readonly Word[]): Band[] => {
  const topOf = (word: Word) => word.baseline - LETTER_HEIGHT * word.run.size;
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
    const size = median(words.map(({ run }) => run.size));
    lines += Math.max(1, Math.round((bottom - top) / (LINE_DISTANCE * size)));
  }
  return lines;
};

/** The gaps of at least this width that a band leaves, and the space beside its words. */
export const gapsOf = ({ words }: Band, width: number): Gap[] => {
  const gaps: Gap[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { left, right } of words.toSorted((one, other) => one.left - other.left)) {
    if (left - end >= width) gaps.push({ from: end, to: left });
    end = Math.max(end, right);
  }
  return [...gaps, { from: end, to: Number.POSITIVE_INFINITY }];
};

/** The gaps of at least this width that two lists have in common. */
const commonGaps = (one: readonly Gap[], other: readonly Gap[], width: number): Gap[] => {
  const common: Gap[] = [];
  let [at, by] = [0, 0];
  for (let [a, b] = [one[0], other[0]]; a !== undefined && b !== undefined; ) {
    const gap = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
    if (gap.to - gap.from >= width) common.push(gap);
    if (a.to < b.to) a = one[++at];
    else b = other[++by];
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
  const words = bands.flatMap((band) => band.words);
  const byColumn = Map.groupBy(words, (word) => columnOf(word, gutters));
  return Array.from({ length: gutters.length + 1 }, (_, column) => byColumn.get(column) ?? []);
};
