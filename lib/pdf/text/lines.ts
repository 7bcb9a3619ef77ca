import { wordsOfLines } from "./baselines.ts";
import { directedRuns, inReadingOrder, isNumber } from "./directions.ts";
import type { Box } from "./page-frame.ts";
import { WORD_GAP_MIN, type Word } from "./words.ts";

/** Words on one baseline, in the order in which they are read. */
export interface Line extends Box {
  readonly words: readonly Word[];
  readonly baseline: number;
  /** The size of most of its letters. */
  readonly size: number;
}

/** A word that is no further from another one with the same text is its copy, in sizes of the font. */
const COPY_SHIFT_LIMIT = 0.15;

const union = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** The smallest box that holds these. */
const boxOf = (boxes: readonly Box[]): Box => {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
};

const joined = (one: Word, other: Word, text: string): Word => ({
  ...one,
  ...union(one, other),
  text,
  baseline: one.run.size >= other.run.size ? one.baseline : other.baseline,
  run: one.run.size >= other.run.size ? one.run : other.run,
  order: Math.min(one.order, other.order),
  isRightToLeft: one.isRightToLeft || other.isRightToLeft,
  endsWithSpace: other.endsWithSpace,
});

const isCopy = (one: Word, other: Word): boolean => {
  const shift = COPY_SHIFT_LIMIT * one.run.size;
  return (
    one.text === other.text && Math.abs(one.left - other.left) < shift && Math.abs(one.right - other.right) < shift
  );
};

/** Words without copies: each word and the ones after it are in the order of their left sides. */
const withoutCopies = (words: readonly Word[]): Word[] => {
  const line: Word[] = [];
  for (const word of words) {
    const last = line.at(-1);
    if (last === undefined || !isCopy(last, word)) line.push(word);
  }
  return line;
};

/** Whether a word goes on in the one to its right, or that one in it: no space and no gap separates them. */
const isTogether = (one: Word, next: Word, isTurned: boolean): boolean => {
  const size = Math.min(one.run.size, next.run.size);
  const gap = next.left - one.right;
  const isSeparated = isTurned ? next.endsWithSpace : one.endsWithSpace;
  if (isSeparated && gap > -0.5 * size) return false;
  return gap < WORD_GAP_MIN * size && gap > -size;
};

/** Joins words from left to right, all of which are read in one direction, that belong together. */
const joinWords = (words: readonly Word[], isRunTurned: boolean): Word[] => {
  const line: Word[] = [];
  for (const next of words) {
    const last = line.at(-1);
    // The digits of a number run from left to right in all scripts.
    const isTurned = isRunTurned && last !== undefined && !(isNumber(last) && isNumber(next));
    if (last === undefined || !isTogether(last, next, isTurned)) line.push(next);
    else line[line.length - 1] = joined(last, next, isTurned ? next.text + last.text : last.text + next.text);
  }
  return line;
};

/** The size of most letters of words, and the baseline of the first word that has it. There is at least one word. */
const mainSizeOf = (words: readonly Word[]): { readonly size: number; readonly baseline: number } => {
  const [first] = words;
  if (first !== undefined && words.every(({ run }) => run.size === first.run.size))
    return { size: first.run.size, baseline: first.baseline };
  const sizes = new Map<number, { readonly size: number; readonly baseline: number; letters: number }>();
  for (const { run, baseline, text } of words) {
    const { size } = run;
    const known = sizes.get(size);
    if (known === undefined) sizes.set(size, { size, baseline, letters: text.length });
    else known.letters += text.length;
  }
  return [...sizes.values()].reduce((best, entry) => (entry.letters > best.letters ? entry : best));
};

/** The line of words that are about on one baseline. */
const lineOf = (words: readonly Word[]): Line => {
  const sorted = withoutCopies(words.toSorted((one, other) => one.left - other.left || one.order - other.order));
  const read = inReadingOrder(
    directedRuns(sorted).map(({ isTurned, words }) => ({ isTurned, words: joinWords(words, isTurned) })),
  );
  const { size, baseline } = mainSizeOf(read);
  return { ...boxOf(read), words: read, baseline, size };
};

/** The lines of words in one column, from the top down. */
export const linesOf = (words: readonly Word[]): Line[] =>
  wordsOfLines(words)
    .map(lineOf)
    .sort((one, other) => one.baseline - other.baseline);
