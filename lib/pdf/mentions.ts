import type { Raw, Ref } from "./objects.ts";

/** Where texts are less than this part of a file, each is searched by itself. */
const SPARSE = 1 / 4;

/** Every offset at which one of the words stands, in ascending order. */
const occurrences = (bytes: Buffer, words: readonly Buffer[]): number[] => {
  const found: number[] = [];
  for (const word of words) {
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) found.push(at);
  }
  return words.length > 1 ? found.sort((a, b) => a - b) : found;
};

/** The first of ascending numbers that is not below `least`. */
const firstFrom = (ascending: readonly number[], least: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return ascending[low] ?? Number.POSITIVE_INFINITY;
};

/** Tells whether texts of a file, so many bytes in all, hold one of the words: the file is searched at once where that pays. */
const searchIn = (bytes: Buffer, length: number, words: readonly Buffer[]): ((text: Raw) => boolean) => {
  if (length < bytes.length * SPARSE) {
    return ({ from, to }) => words.some((word) => bytes.subarray(from, to).includes(word));
  }
  const found = occurrences(bytes, words);
  return found.length === 0 ? () => false : ({ from, to }) => firstFrom(found, from) < to;
};

/** How many bytes of each file the texts of the cells are. */
const lengthsOf = (cells: readonly Ref[]): Map<Buffer, number> => {
  const lengths = new Map<Buffer, number>();
  let last: Buffer | undefined;
  let length = 0;
  for (const { raw } of cells) {
    if (raw === undefined) continue;
    if (raw.bytes !== last) {
      if (last !== undefined) lengths.set(last, length);
      last = raw.bytes;
      length = lengths.get(last) ?? 0;
    }
    length += raw.to - raw.from;
  }
  return last === undefined ? lengths : lengths.set(last, length);
};

/** Those of the cells that may hold one of the names, as key or as value; none of the others is looked into. */
export const mentioning = (cells: readonly Ref[], names: readonly string[]): Ref[] => {
  const words = names.map((name) => Buffer.from(`/${name}`, "latin1"));
  const lengths = lengthsOf(cells);
  const searches = new Map([...lengths].map(([bytes, length]) => [bytes, searchIn(bytes, length, words)]));
  return cells.filter(({ raw }) => raw === undefined || searches.get(raw.bytes)!(raw));
};
