/** A generator of numbers below 1. The same seed gives the same sequence. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A copy of the bytes with one to eight changes: bytes changed, removed, doubled, or spliced in from a dictionary. */
export const mutate = (bytes: Uint8Array, random: () => number, dictionary: readonly string[] = []): Uint8Array => {
  let result = Buffer.from(bytes);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let change = 0; change <= below(8); change++) {
    const at = below(result.length + 1);
    const length = below(Math.min(40, result.length - at) + 1);
    const [head, piece, tail] = [
      result.subarray(0, at),
      result.subarray(at, at + length),
      result.subarray(at + length),
    ];
    const word = Buffer.from(dictionary[below(dictionary.length)] ?? "");
    const changed = [
      [head, tail],
      [head, piece, piece, tail],
      [head, word, piece, tail],
      [head, word, tail],
      [head, Buffer.from(piece.map((byte) => byte ^ (1 << below(8)))), tail],
      [head, result.subarray(below(result.length + 1)).subarray(0, 200), piece, tail],
    ][below(6)];
    result = Buffer.concat(changed ?? []);
  }
  return result;
};

/**
 * A copy of the markup that is still well-formed: attribute values and empty elements are swapped, doubled or replaced with
 * words, so that the mutations get past the parser.
 */
export const mutateMarkup = (markup: string, random: () => number, values: readonly string[]): string => {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? "";
  const rate = 1 / (4 + below(60));
  const attributes = [...markup.matchAll(/="[^"<]*"/g)].map(([value]) => value);
  const elements = [...markup.matchAll(/<[\w:.-]+(?:\s[^<>]*)?\/>/g)].map(([element]) => element);
  return markup
    .replace(/(?<=\s(?!xmlns|version)[\w:-]+)="[^"<]*"/g, (value) => {
      if (random() > rate) return value;
      return random() < 0.5 ? pick(attributes) : `="${pick(values)}"`;
    })
    .replace(/<[\w:.-]+(?:\s[^<>]*)?\/>/g, (element) => {
      if (random() > rate) return element;
      return element.repeat(below(3)) + (random() < 0.5 ? pick(elements) : "");
    });
};
