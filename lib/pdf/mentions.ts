import type { Raw, Ref } from "./objects.ts";

/** Every offset at which one of the words stands, in ascending order. */
const occurrences = (bytes: Buffer, words: readonly string[]): number[] => {
  const found: number[] = [];
  for (const word of words) {
    const sought = Buffer.from(word, "latin1");
    for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + 1)) found.push(at);
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

/** Those of the cells that may hold one of the names, as key or as value; none of the others is looked into. */
export const mentioning = (cells: Iterable<Ref>, names: readonly string[]): Ref[] => {
  const words = names.map((name) => `/${name}`);
  const known = new Map<Buffer, number[]>();
  const mentions = ({ bytes, from, to }: Raw): boolean => {
    let found = known.get(bytes);
    if (found === undefined) {
      found = occurrences(bytes, words);
      known.set(bytes, found);
    }
    return found.length > 0 && firstFrom(found, from) < to;
  };
  return [...cells].filter(({ raw }) => raw === undefined || mentions(raw));
};
