import type { Ref, UnparsedObject } from "./objects.ts";
import { isRegular } from "./read/characters.ts";

/** Below this share of a file, the text of each object is searched separately; above it, the whole file is searched once. */
const WHOLE_FILE_SEARCH_SHARE = 1 / 4;

/** The next offset of a word that ends there, and is not the beginning of a longer name; -1 if there is none. */
const indexOfWord = (bytes: Buffer, word: Buffer, from: number): number => {
  let at = bytes.indexOf(word, from);
  while (at >= 0 && isRegular(bytes[at + word.length])) at = bytes.indexOf(word, at + 1);
  return at;
};

/** Every offset of one of the words, ascending. */
const offsetsOf = (bytes: Buffer, words: readonly Buffer[]): number[] => {
  const found: number[] = [];
  for (const word of words) {
    for (let at = indexOfWord(bytes, word, 0); at >= 0; at = indexOfWord(bytes, word, at + 1)) found.push(at);
  }
  return words.length > 1 ? found.sort((a, b) => a - b) : found;
};

/** The first of ascending numbers that is at least `least`; infinity if there is none. */
const firstAtLeast = (ascending: readonly number[], least: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? least) < least) low = middle + 1;
    else high = middle;
  }
  return ascending[low] ?? Number.POSITIVE_INFINITY;
};

/**
 * Returns a test for whether an object's text contains one of the words. `length` is the total length of the texts that
 * will be tested: it decides whether the whole file is searched once.
 */
const containsAnyOf = (
  bytes: Buffer,
  length: number,
  words: readonly Buffer[],
): ((text: UnparsedObject) => boolean) => {
  if (length < bytes.length * WHOLE_FILE_SEARCH_SHARE) {
    return ({ from, to }) => words.some((word) => indexOfWord(bytes.subarray(from, to), word, 0) >= 0);
  }
  const found = offsetsOf(bytes, words);
  return found.length === 0 ? () => false : ({ from, to }) => firstAtLeast(found, from) < to;
};

/** The total length of the unparsed objects in each file. */
const unparsedLengths = (cells: readonly Ref[]): Map<Buffer, number> => {
  const lengths = new Map<Buffer, number>();
  let last: Buffer | undefined;
  let length = 0;
  for (const { unparsed } of cells) {
    if (unparsed === undefined) continue;
    if (unparsed.bytes !== last) {
      if (last !== undefined) lengths.set(last, length);
      last = unparsed.bytes;
      length = lengths.get(last) ?? 0;
    }
    length += unparsed.to - unparsed.from;
  }
  return last === undefined ? lengths : lengths.set(last, length);
};

/**
 * The objects that may contain one of the names, as key or value. Unparsed objects are searched as text and stay
 * unparsed.
 */
export const objectsNaming = (cells: readonly Ref[], names: readonly string[]): Ref[] => {
  const words = names.map((name) => Buffer.from(`/${name}`, "latin1"));
  const lengths = unparsedLengths(cells);
  const searches = new Map([...lengths].map(([bytes, length]) => [bytes, containsAnyOf(bytes, length, words)]));
  return cells.filter(({ unparsed }) => unparsed === undefined || searches.get(unparsed.bytes)?.(unparsed) !== false);
};
