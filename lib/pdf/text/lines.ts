import { wordsOfLines } from "./baselines.ts";
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

const startsWithLetterOrDigit = /^[\p{L}\p{N}]/u;
const isDigitsOnly = /^[\p{N}.,:%/+-]+$/u;

const union = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

const EMPTY: Box = {
  left: Number.POSITIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
};

/** The smallest box that holds these. */
const boxOf = (boxes: readonly Box[]): Box => boxes.reduce(union, EMPTY);

const joined = (one: Word, other: Word): Word => ({
  ...one,
  ...union(one, other),
  text: one.isRightToLeft && other.isRightToLeft ? other.text + one.text : one.text + other.text,
  baseline: one.run.size >= other.run.size ? one.baseline : other.baseline,
  run: one.run.size >= other.run.size ? one.run : other.run,
  order: Math.min(one.order, other.order),
  endsWithSpace: other.endsWithSpace,
});

const isCopy = (one: Word, other: Word): boolean => {
  const shift = COPY_SHIFT_LIMIT * one.run.size;
  return (
    one.text === other.text && Math.abs(one.left - other.left) < shift && Math.abs(one.right - other.right) < shift
  );
};

/** Whether a word continues in the next one of its line: no space and no gap separates them. */
const continuesIn = (one: Word, next: Word): boolean => {
  const size = Math.min(one.run.size, next.run.size);
  const gap = next.left - one.right;
  const isSeparated = one.isRightToLeft ? next.endsWithSpace : one.endsWithSpace;
  if (isSeparated && gap > -0.5 * size) return false;
  return gap < WORD_GAP_MIN * size && gap > -size && one.isRightToLeft === next.isRightToLeft;
};

/** Words from left to right without copies; those that continue in the next one are joined. */
const joinWords = (words: readonly Word[]): Word[] => {
  const line: Word[] = [];
  for (const word of words) {
    const last = line.at(-1);
    if (last !== undefined && isCopy(last, word)) continue;
    if (last !== undefined && continuesIn(last, word)) line[line.length - 1] = joined(last, word);
    else line.push(word);
  }
  return line;
};

/**
 * Puts words from left to right into the order in which they are read. A line that runs from right to left is reversed, but
 * words of other scripts in a row keep their order.
 */
const inReadingOrder = (words: readonly Word[]): readonly Word[] => {
  const turned = words.filter(({ isRightToLeft }) => isRightToLeft).length;
  if (turned === 0) return words;
  const others = words.filter(({ text, isRightToLeft }) => !isRightToLeft && startsWithLetterOrDigit.test(text)).length;
  const isTurnedLine = turned >= others;
  const runs: { readonly isTurned: boolean; readonly words: Word[] }[] = [];
  for (const word of words) {
    const isTurned = word.isRightToLeft || (isTurnedLine && isDigitsOnly.test(word.text));
    const last = runs.at(-1);
    if (last?.isTurned === isTurned) last.words.push(word);
    else runs.push({ isTurned, words: [word] });
  }
  const read = runs.map(({ isTurned, words }) => (isTurned ? words.toReversed() : words));
  return (isTurnedLine ? read.reverse() : read).flat();
};

/** The size of most letters of words, and the baseline of the first word that has it. There is at least one word. */
const mainSizeOf = (words: readonly Word[]): { readonly size: number; readonly baseline: number } => {
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
  const sorted = joinWords(words.toSorted((one, other) => one.left - other.left || one.order - other.order));
  const { size, baseline } = mainSizeOf(sorted);
  return { ...boxOf(sorted), words: inReadingOrder(sorted), baseline, size };
};

/** The lines of words in one column, from the top down. */
export const linesOf = (words: readonly Word[]): Line[] =>
  wordsOfLines(words)
    .map(lineOf)
    .sort((one, other) => one.baseline - other.baseline);
