import { medianSize } from "./bands.ts";
import type { Word } from "./words.ts";

/** Words overlap if they share more of the width of the narrower one. */
const OVERLAP_MIN_SHARE = 0.3;
/** The height of small letters, in sizes of the font. */
const LETTER_HEIGHT = 0.5;
/** Letters that overlap are of different layers if the ratio of their sizes is higher. */
const SIZE_RATIO_MIN = 1.2;
/** What is a larger part of the words of a page is no watermark or stamp. */
const OVERLAY_MAX_SHARE = 0.3;
/** Stripes of the page in which the copy of a word is searched. */
const STRIPES_LIMIT = 20;
/** Earlier words of a stripe that are compared with a word. */
const NEIGHBOURS_LIMIT = 12;

const sizeKey = ({ run }: Word): number => Math.round(run.size * 2);
const topOf = ({ baseline, run }: Word): number => baseline - LETTER_HEIGHT * run.size;

const overlaps = (one: Word, other: Word): boolean => {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.baseline, other.baseline) - Math.max(topOf(one), topOf(other));
  return height > 0 && width > OVERLAP_MIN_SHARE * Math.min(one.right - one.left, other.right - other.left);
};

/** The last words in a stripe of the page, and the least and the largest size of all that were in it. */
interface Stripe {
  readonly recent: Word[];
  least: number;
  largest: number;
}

/** Adds the size of the larger one of a word and each recent word of a stripe that it overlaps. */
const addOverlaps = (sizes: Set<number>, word: Word, { recent, least, largest }: Stripe): void => {
  const { size } = word.run;
  if (largest <= SIZE_RATIO_MIN * size && size <= SIZE_RATIO_MIN * least) return;
  for (const other of recent) {
    const large = size < other.run.size ? other : word;
    const small = large === word ? other : word;
    if (large.run.size > SIZE_RATIO_MIN * small.run.size && overlaps(word, other)) sizes.add(sizeKey(large));
  }
};

/** The sizes of letters that lie over or under smaller ones. */
const overlaySizes = (words: readonly Word[]): ReadonlySet<number> => {
  const height = medianSize(words);
  const sizes = new Set<number>();
  const stripes = new Map<number, Stripe>();
  for (const word of words.toSorted((one, other) => one.left - other.left)) {
    const { size } = word.run;
    const first = Math.floor(topOf(word) / height);
    const last = Math.min(first + STRIPES_LIMIT, Math.floor(word.baseline / height));
    for (let at = first; at <= last; at++) {
      const stripe = stripes.get(at);
      if (stripe === undefined) {
        stripes.set(at, { recent: [word], least: size, largest: size });
        continue;
      }
      addOverlaps(sizes, word, stripe);
      if (stripe.recent.push(word) > NEIGHBOURS_LIMIT) stripe.recent.shift();
      stripe.least = Math.min(stripe.least, size);
      stripe.largest = Math.max(stripe.largest, size);
    }
  }
  return sizes;
};

const hasSeveralSizes = (words: readonly Word[]): boolean => {
  const size = words[0] && sizeKey(words[0]);
  return words.some((word) => sizeKey(word) !== size);
};

/** Words in one frame as layers: the text of the page, then what lies over or under it, such as a watermark. */
export const layersOf = (words: readonly Word[]): (readonly Word[])[] => {
  if (!hasSeveralSizes(words)) return [words];
  const sizes = overlaySizes(words);
  const overlay = sizes.size === 0 ? [] : words.filter((word) => sizes.has(sizeKey(word)));
  if (overlay.length === 0 || overlay.length > OVERLAY_MAX_SHARE * words.length) return [words];
  return [words.filter((word) => !sizes.has(sizeKey(word))), overlay];
};
