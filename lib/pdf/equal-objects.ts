import { createHash } from "node:crypto";
import { nameAt } from "./access.ts";
import { objectsNaming } from "./name-search.ts";
import { type Ref, Stream, type Value } from "./objects.ts";
import { type Aliases, finalTarget, reachableObjects } from "./reachable-objects.ts";
import { serialise } from "./write/serialise.ts";

/** Shorter streams are not compared, because sharing them saves too little. */
const STREAM_MIN_BYTES = 100;
const SEARCH_ROUNDS_LIMIT = 4;
/** Streams are compared by their length and this many first bytes before they are hashed. */
const PREFIX_BYTES = 256;

/** Whether a stream has marked content. It belongs to one place in the structure tree, so such streams cannot be shared. */
const isTagged = (stream: Stream): boolean => stream.dict.has("StructParents") || stream.dict.has("StructParent");

/** Groups of two or more items with the same key. */
const groupsByKey = <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Item[][] => {
  const byKey = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [item]);
    else group.push(item);
  }
  return [...byKey.values()].filter((group) => group.length > 1);
};

/**
 * Finds streams with equal bytes and equal dictionaries; the first of each group replaces the others. Sharing can
 * make further dictionaries equal (images whose masks are shared), so the search repeats.
 */
export const equalStreams = (root: Value): Aliases =>
  equalAmong(reachableObjects(root).filter((ref) => ref.unparsed === undefined && isLongStream(ref.value)));

/** Dictionaries of these types describe how to draw, so that equal ones are interchangeable. */
const SHAREABLE_TYPES = ["Font", "FontDescriptor", "ExtGState", "Encoding", "Pattern"];

const isShareableDictionary = (value: Value): boolean =>
  value instanceof Map && SHAREABLE_TYPES.includes(nameAt(value, "Type") ?? "");

/** Finds equal streams, fonts, graphics states, encodings and patterns. */
export const equalObjects = (root: Value): Aliases =>
  equalAmong(
    objectsNaming(reachableObjects(root), SHAREABLE_TYPES).filter(
      ({ value }) => isLongStream(value) || isShareableDictionary(value),
    ),
  );

const isLongStream = (value: Value): boolean =>
  value instanceof Stream && value.data.length >= STREAM_MIN_BYTES && !isTagged(value);

const equalAmong = (candidates: readonly Ref[]): Aliases => {
  const aliases = new Map<Ref, Ref>();
  const digests = new Map<Ref, string>();
  const lengthOf = ({ value }: Ref): number => (value instanceof Stream ? value.data.length : -1);
  const prefixOf = ({ value }: Ref): string => {
    if (!(value instanceof Stream)) return "";
    const { buffer, byteOffset, length } = value.data;
    return Buffer.from(buffer, byteOffset, Math.min(PREFIX_BYTES, length)).toString("latin1");
  };
  const digest = (ref: Ref): string => {
    if (!(ref.value instanceof Stream)) return "";
    const known = digests.get(ref) ?? createHash("sha1").update(ref.value.data).digest("base64");
    digests.set(ref, known);
    return known;
  };
  const numbers = new Map<Ref, number>();
  const numberOf = (ref: Ref): number => {
    const cell = finalTarget(ref, aliases);
    const number = numbers.get(cell) ?? numbers.size + 1;
    numbers.set(cell, number);
    return number;
  };
  // Lengths and first bytes do not change while dictionaries become equal.
  const similar = groupsByKey(candidates, lengthOf).flatMap((group) => groupsByKey(group, prefixOf));
  for (let round = 0; round < SEARCH_ROUNDS_LIMIT; round++) {
    const before = aliases.size;
    for (const group of similar) {
      const left = group.filter((ref) => !aliases.has(ref));
      if (left.length < 2) continue;
      for (const equal of groupsByKey(left, (ref) => digest(ref) + serialise(ref.value, numberOf))) {
        const [first, ...others] = equal;
        for (const other of others) if (first !== undefined) aliases.set(other, first);
      }
    }
    if (aliases.size === before) break;
  }
  return aliases;
};
