import { withMeantBrackets } from "./brackets.ts";
import { WORD_GAP_MIN, type Word } from "./words.ts";

/** Words of a line from left to right, each of which is read before the one to its right, or after it. */
interface DirectedRun {
  readonly isTurned: boolean;
  readonly words: readonly Word[];
}

const NUMBERS_AND_SIGNS = /^[\p{N}.,:%/+-]+$/u;
const HAS_DIGIT = /\p{N}/u;

/** Whether a word is a number. */
export const isNumber = ({ text }: Word): boolean => NUMBERS_AND_SIGNS.test(text) && HAS_DIGIT.test(text);

const HAS_LETTER = /\p{L}/u;

/** What decides of the direction of a word: its letters, or those around a number or signs. */
type Kind = "left" | "right" | "number" | "signs";

const kindOf = (word: Word): Kind => {
  if (word.isRightToLeft) return "right";
  if (HAS_LETTER.test(word.text)) return "left";
  return isNumber(word) ? "number" : "signs";
};

/** Whether a line is read from right to left: no more of its words run to the right than to the left. */
const isTurnedLine = (words: readonly Word[]): boolean => {
  const kinds = words.map(kindOf);
  const countOf = (kind: Kind) => kinds.filter((other) => other === kind).length;
  return countOf("right") >= countOf("left");
};

/** For each word the kind of the nearest one with letters before it. */
const lettersBefore = (kinds: readonly Kind[]): (Kind | undefined)[] => {
  let last: Kind | undefined;
  return kinds.map((kind) => {
    const before = last;
    if (kind === "left" || kind === "right") last = kind;
    return before;
  });
};

/** Words that are further apart are not in one run, in sizes of the font. */
const RUN_GAP_MAX = 1.5;

const isNear = (left: Word | undefined, right: Word | undefined, limit: number): boolean =>
  left !== undefined &&
  right !== undefined &&
  right.left - left.right < limit * Math.min(left.run.size, right.run.size);

/**
 * Whether each number or sign belongs to the Latin letters beside it. A number before Latin letters does. One after them does if
 * it is in their text object, or if another number is before them. Signs that touch Latin letters do.
 */
const partsOfLatin = (words: readonly Word[], kinds: readonly Kind[]): boolean[] => {
  const isPart = kinds.map((kind) => kind === "left");
  for (let at = words.length - 2; at >= 0; at--) {
    const limit = kinds[at] === "signs" ? WORD_GAP_MIN : RUN_GAP_MAX;
    if (kinds[at] !== "right" && isPart[at + 1] && isNear(words[at], words[at + 1], limit)) isPart[at] = true;
  }
  const beginsWithNumber = isPart.map(() => false);
  for (const [at, word] of words.entries()) {
    const last = words[at - 1];
    if (isPart[at]) beginsWithNumber[at] = kinds[at] === "number" || beginsWithNumber[at - 1] === true;
    else if (at > 0 && isPart[at - 1] && kinds[at] !== "right") {
      const isSigns = kinds[at] === "signs";
      const isNext = isNear(last, word, isSigns ? WORD_GAP_MIN : RUN_GAP_MAX);
      isPart[at] = isNext && (isSigns || last?.run === word.run || beginsWithNumber[at - 1] === true);
      beginsWithNumber[at] = isPart[at] === true && beginsWithNumber[at - 1] === true;
    }
  }
  return isPart;
};

/** Whether each word of a line from left to right is read after the one to its right. */
const turnsOf = (words: readonly Word[]): boolean[] => {
  const kinds = words.map(kindOf);
  const isTurned = isTurnedLine(words);
  const before = lettersBefore(kinds);
  const after = lettersBefore(kinds.toReversed()).toReversed();
  const isLatin = partsOfLatin(words, kinds);
  return words.map((_, at) => {
    const isBetweenSame = before[at] !== undefined && before[at] === after[at];
    const byLetters = isBetweenSame ? before[at] === "right" : isTurned;
    return !isLatin[at] && (kinds[at] === "right" || byLetters || (kinds[at] === "number" && isTurned));
  });
};

/**
 * The words of a line from left to right by their directions: the Unicode Bidirectional Algorithm (UAX #9) the other way around, as
 * far as what is shown tells.
 */
export const directedRuns = (words: readonly Word[]): DirectedRun[] => {
  if (!words.some(({ isRightToLeft }) => isRightToLeft)) return [{ isTurned: false, words }];
  const turns = turnsOf(words);
  const runs: { readonly isTurned: boolean; readonly words: Word[] }[] = [];
  for (const [at, word] of words.entries()) {
    const isTurned = turns[at] === true;
    const last = runs.at(-1);
    if (last?.isTurned === isTurned) last.words.push(word);
    else runs.push({ isTurned, words: [word] });
  }
  return runs;
};

/** A sign of percents that is shown before its number is read after it. */
const PERCENT_BEFORE = /^([%\u066a\u2030])([\p{N}.,]*\p{N})/u;

const withPercentAfter = (word: Word): Word => ({ ...word, text: word.text.replace(PERCENT_BEFORE, "$2$1") });

/** Puts the words of a line from left to right into the order in which they are read. */
export const inReadingOrder = (runs: readonly DirectedRun[]): readonly Word[] => {
  const [first] = runs;
  if (first !== undefined && runs.length === 1 && !first.isTurned) return first.words;
  const read = runs.map(({ isTurned, words }) =>
    isTurned ? withMeantBrackets(words.map(withPercentAfter).reverse()) : words,
  );
  const words = runs.flatMap((run) => run.words);
  return (isTurnedLine(words) ? read.reverse() : read).flat();
};
