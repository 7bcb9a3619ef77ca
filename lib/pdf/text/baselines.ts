import { medianSize } from "./bands.ts";
import type { Word } from "./words.ts";

/** How far the baselines of a line's words may be apart, in sizes of the larger font. */
const BASELINE_SHIFT_LIMIT = 0.5;
/** Words that are larger by this factor than most are put into lines of their own first. */
const LARGE_RATIO = 1.5;
/** Words that lie above each other share more of the width of the narrower one. */
const OVERLAP_MIN_SHARE = 0.2;
/** The height of capitals, in sizes of the font. */
const CAPITAL_HEIGHT = 0.7;
/** How far an initial may be from its line, or reach into it, in sizes of the line's font. */
const INITIAL_GAP_LIMIT = 1.5;
const INITIAL_OVERLAP_LIMIT = 0.45;
/** A large word has at most this number of lines beside it that do not lie above each other. */
const LINES_BESIDE_LIMIT = 8;

/** An initial that is several lines high: one letter, with a quotation mark before it or an apostrophe behind it. */
const INITIAL = /^\P{L}?\p{L}\P{L}?$/u;

/** Words with about the same baseline as the largest word among them, from the top down. */
const aroundLargest = (words: readonly Word[]): Word[][] => {
  const sorted = words.toSorted((one, other) => one.baseline - other.baseline || one.order - other.order);
  const lines: Word[][] = [];
  let line: Word[] = [];
  let anchor: Word | undefined;
  for (const word of sorted) {
    const limit = BASELINE_SHIFT_LIMIT * Math.max(anchor?.run.size ?? 0, word.run.size);
    if (anchor !== undefined && word.baseline - anchor.baseline > limit) {
      lines.push(line);
      line = [];
      anchor = undefined;
    }
    if (anchor === undefined || word.run.size > anchor.run.size) anchor = word;
    line.push(word);
  }
  if (line.length > 0) lines.push(line);
  return lines;
};

/** Whether a word of one list lies above or below a word of the other one. */
const overlap = (one: readonly Word[], other: readonly Word[]): boolean => {
  const sorted = [...one.map((word) => ({ word, list: 0 })), ...other.map((word) => ({ word, list: 1 }))].sort(
    (a, b) => a.word.left - b.word.left,
  );
  /** The word of each list that reaches furthest to the right until now. */
  const last: (Word | undefined)[] = [undefined, undefined];
  for (const { word, list } of sorted) {
    const before = last[1 - list];
    const width = before === undefined ? 0 : Math.min(before.right, word.right) - word.left;
    if (
      before !== undefined &&
      width > OVERLAP_MIN_SHARE * Math.min(before.right - before.left, word.right - word.left)
    )
      return true;
    if (word.right > (last[list]?.right ?? Number.NEGATIVE_INFINITY)) last[list] = word;
  }
  return false;
};

const largestOf = (words: readonly Word[]): Word | undefined =>
  words.reduce<Word | undefined>((best, word) => (best && best.run.size >= word.run.size ? best : word), undefined);

const topOf = ({ baseline, run }: Word): number => baseline - CAPITAL_HEIGHT * run.size;

/** Whether a line begins beside an initial. */
const beginsBeside = (initial: Word, line: readonly Word[]): boolean => {
  const left = line.reduce((least, word) => Math.min(least, word.left), Number.POSITIVE_INFINITY);
  const gap = (left - initial.right) / (largestOf(line)?.run.size ?? 1);
  return gap > -INITIAL_OVERLAP_LIMIT && gap < INITIAL_GAP_LIMIT;
};

interface SmallLine {
  readonly words: Word[];
  readonly baseline: number;
  isTaken: boolean;
}

/** The index of the first of these lines, which are sorted from the top down, whose baseline is not above a place. */
const firstFrom = (lines: readonly SmallLine[], place: number): number => {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.baseline < place) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Large words with the lines beside them. A line above or below another one stays apart from it. */
const withLinesBeside = (large: readonly Word[], lines: readonly SmallLine[]): Word[] => {
  const anchor = largestOf(large);
  if (anchor === undefined) return [];
  const { baseline, run } = anchor;
  const limit = BASELINE_SHIFT_LIMIT * run.size;
  const near = lines
    .slice(firstFrom(lines, topOf(anchor)), firstFrom(lines, baseline + limit))
    .filter(({ isTaken }) => !isTaken);
  const isInitial = large.length === 1 && INITIAL.test(anchor.text);
  // The first of the lines beside an initial is the one that it begins.
  const own = isInitial ? near.find(({ words }) => beginsBeside(anchor, words)) : undefined;
  const distanceOf = (line: SmallLine): number => Math.abs(line.baseline - baseline);
  const beside = near
    .filter((line) => distanceOf(line) <= limit)
    .sort((one, other) => distanceOf(one) - distanceOf(other))
    .slice(0, LINES_BESIDE_LIMIT);
  const together = [...large];
  for (const line of own === undefined ? beside : [own]) {
    if (overlap(together, line.words)) continue;
    line.isTaken = true;
    together.push(...line.words);
  }
  return together;
};

/** The words of each line. A large word, such as an initial, does not draw the lines beside it together. */
export const wordsOfLines = (words: readonly Word[]): Word[][] => {
  const limit = LARGE_RATIO * medianSize(words);
  const large = words.filter(({ run }) => run.size > limit);
  if (large.length === 0) return aroundLargest(words);
  const lines = aroundLargest(words.filter(({ run }) => run.size <= limit)).map((words): SmallLine => {
    return { words, baseline: largestOf(words)?.baseline ?? 0, isTaken: false };
  });
  const together = wordsOfLines(large).map((line) => withLinesBeside(line, lines));
  return [...together, ...lines.filter(({ isTaken }) => !isTaken).map(({ words }) => words)];
};
