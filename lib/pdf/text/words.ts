import { combineAccent } from "./accents.ts";
import type { Character, Run } from "./characters.ts";
import type { Box } from "./page-frame.ts";
import { FIRST_TURNED, RIGHT_TO_LEFT } from "./right-to-left.ts";

/** A word of a page, with its box in the frame of its run. */
export interface Word extends Box {
  readonly text: string;
  readonly baseline: number;
  readonly run: Run;
  /** Its place in the order of the page's content. */
  readonly order: number;
  /** Whether its letters run from right to left. */
  readonly isRightToLeft: boolean;
  /** Whether white space of the content ends it. */
  readonly endsWithSpace: boolean;
}

/** Gaps between letters of a word are smaller, in sizes of the font. */
export const WORD_GAP_MIN = 0.13;
/** How far back the next letter of a word may begin, in sizes of the font. */
const OVERLAP_LIMIT = 0.5;
/** How far the baselines of a word's letters may be apart, in sizes of the font. */
const BASELINE_SHIFT_LIMIT = 0.25;
/** Letters that are drawn twice to look bold are no further apart, in sizes of the font. */
const COPY_SHIFT_LIMIT = 0.12;
/** How many letters back a copy of a letter is looked for. */
const COPY_DISTANCE = 4;
const WORD_LIMIT_CHARACTERS = 1000;

const MARK = /^\p{M}/u;
/** The first of these marks. */
const FIRST_MARK = 0x300;

const isMark = (letter: Character): boolean => letter.text.charCodeAt(0) >= FIRST_MARK && MARK.test(letter.text);

const isCopy = (one: Character, other: Character): boolean => {
  const shift = COPY_SHIFT_LIMIT * one.run.size;
  return (
    one.text === other.text &&
    Math.abs(one.left - other.left) < shift &&
    Math.abs(one.right - other.right) < shift &&
    Math.abs(one.baseline - other.baseline) < shift &&
    one.right - one.left > 2 * shift
  );
};

const isTurned = ({ text }: Character): boolean =>
  (text >= FIRST_TURNED || text.length > 1) && RIGHT_TO_LEFT.test(text);

/** Letters that ligatures have twice. */
const DOUBLED_LETTERS = /^[ft\u0644]$/;

/** Whether both are letters of one ligature, which have its place. Other letters that are equal make one letter look bold. */
const isOfLigature = (last: Character, letter: Character): boolean =>
  last.run === letter.run &&
  last.left === letter.left &&
  last.baseline === letter.baseline &&
  (last.text !== letter.text || (DOUBLED_LETTERS.test(letter.text) && last.right === letter.right));

/** The letters with the marks on them, in the order in which a file has them. */
const clustersOf = (letters: readonly Character[]): Character[][] => {
  const clusters: Character[][] = [];
  for (const letter of letters) {
    const last = isMark(letter) ? clusters.at(-1) : undefined;
    if (last === undefined) clusters.push([letter]);
    else last.push(letter);
  }
  return clusters;
};

/** The letters of a word as they are spoken. Some files have letters that run from right to left as they are seen. */
const inOrderOfSpeech = (letters: readonly Character[]): readonly Character[] => {
  if (!letters.every(isTurned)) return letters;
  const clusters = clustersOf(letters);
  const steps = clusters.slice(1).map(([letter], at) => letter!.left - clusters[at]![0]!.left);
  const onwards = steps.filter((step) => step > 0).length;
  return onwards > steps.length - onwards ? clusters.reverse().flat() : letters;
};

/** Puts letters together to words. */
class WordBuilder {
  readonly words: Word[] = [];
  #letters: Character[] = [];
  #left = 0;
  #right = 0;
  #isRightToLeft = false as boolean;
  /** By how much the last letter may be wider than its box. */
  #ligature = 0;

  add(letter: Character): void {
    const last = this.#letters.at(-1);
    if (last !== undefined && isOfLigature(last, letter)) {
      this.#letters.push(letter);
      // Each of them has the width of the whole ligature, or a width of its own.
      this.#ligature += letter.right - letter.left;
      return;
    }
    if (this.#isDrawnTwice(letter)) return;
    const together = last && combineAccent(last, letter);
    if (together !== undefined) {
      this.#letters[this.#letters.length - 1] = together;
      this.#left = Math.min(this.#left, together.left);
      this.#right = Math.max(this.#right, together.right);
      return;
    }
    if (!this.#continues(letter)) this.end(false);
    if (this.#letters.length === 0) {
      this.#left = letter.left;
      this.#right = letter.right;
      this.#isRightToLeft = false;
    }
    this.#ligature = 0;
    this.#letters.push(letter);
    this.#left = Math.min(this.#left, letter.left);
    this.#right = Math.max(this.#right, letter.right);
    this.#isRightToLeft ||= isTurned(letter);
  }

  #isDrawnTwice(letter: Character): boolean {
    const first = Math.max(0, this.#letters.length - COPY_DISTANCE);
    for (let at = this.#letters.length - 1; at >= first; at--) if (isCopy(letter, this.#letters[at]!)) return true;
    return false;
  }

  #continues(letter: Character): boolean {
    const last = this.#letters.at(-1);
    if (last === undefined || this.#letters.length >= WORD_LIMIT_CHARACTERS) return false;
    if (last.run.frame !== letter.run.frame) return false;
    const size = Math.min(last.run.size, letter.run.size);
    const least = -OVERLAP_LIMIT * size;
    const most = WORD_GAP_MIN * size;
    if (isMark(letter) && letter.left < this.#right + most && letter.right > this.#left) return true;
    if (Math.abs(last.baseline - letter.baseline) > BASELINE_SHIFT_LIMIT * size) return false;
    const onwards = letter.left - this.#right;
    if (onwards > least && onwards < most + this.#ligature) return true;
    const backwards = this.#left - letter.right;
    return (isTurned(last) || isTurned(letter)) && backwards > least && backwards < most;
  }

  /** Ends the word. */
  end(endsWithSpace: boolean): void {
    const [first] = this.#letters;
    if (first === undefined) return;
    let { top, bottom } = first;
    let text = "";
    for (const letter of this.#isRightToLeft ? inOrderOfSpeech(this.#letters) : this.#letters) {
      text += letter.text;
      top = Math.min(top, letter.top);
      bottom = Math.max(bottom, letter.bottom);
    }
    this.words.push({
      text,
      left: this.#left,
      right: this.#right,
      top,
      bottom,
      baseline: first.baseline,
      run: first.run,
      order: this.words.length,
      isRightToLeft: this.#isRightToLeft,
      endsWithSpace,
    });
    this.#letters = [];
  }
}

/** The words of characters in the order of the content. */
export const wordsOf = (characters: readonly (Character | undefined)[]): Word[] => {
  const builder = new WordBuilder();
  for (const character of characters) {
    if (character === undefined) builder.end(true);
    else builder.add(character);
  }
  builder.end(false);
  return builder.words;
};
