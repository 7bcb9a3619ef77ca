import { createHash } from "node:crypto";
import { nameAt } from "./access.ts";
import { type Aliases, gather, target } from "./gather.ts";
import { mentioning } from "./mentions.ts";
import { type Ref, Stream, type Value } from "./objects.ts";
import { serialise } from "./write/serialise.ts";

/** Streams shorter than this are not worth the search. */
const LEAST = 100;
const ROUNDS = 4;
/** Streams that differ in length or in this many first bytes are told apart without looking further. */
const GLANCE = 256;

/** Tags count where a stream stands: an equal one with its own place in the structure is another one. */
const isTagged = (stream: Stream): boolean => stream.dict.has("StructParents") || stream.dict.has("StructParent");

/** Groups of what has the same key, where there is more than one. */
const groups = <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Item[][] => {
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
 * Finds streams with equal bytes and equal dictionaries, and names one of each to stand for the others. Sharing can
 * make dictionaries equal that were not before (an image whose mask is shared), so it goes on until nothing is found.
 */
export const equalStreams = (root: Value): Aliases =>
  equalCells(gather(root).filter((ref) => ref.raw === undefined && isLongStream(ref.value)));

/** Dictionaries of these types say how to draw: where one stands does not matter. */
const MANNERS = ["Font", "FontDescriptor", "ExtGState", "Encoding", "Pattern"];

const isManner = (value: Value): boolean => value instanceof Map && MANNERS.includes(nameAt(value, "Type") ?? "");

/** Finds equal streams, and equal fonts, graphics states and the like. */
export const equalObjects = (root: Value): Aliases =>
  equalCells(mentioning(gather(root), MANNERS).filter(({ value }) => isLongStream(value) || isManner(value)));

const isLongStream = (value: Value): boolean =>
  value instanceof Stream && value.data.length >= LEAST && !isTagged(value);

const equalCells = (candidates: readonly Ref[]): Aliases => {
  const aliases = new Map<Ref, Ref>();
  const digests = new Map<Ref, string>();
  const glance = ({ value }: Ref): string => {
    if (!(value instanceof Stream)) return "";
    return `${value.data.length} ${Buffer.from(value.data.subarray(0, GLANCE)).toString("latin1")}`;
  };
  const digest = (ref: Ref): string => {
    if (!(ref.value instanceof Stream)) return "";
    const known = digests.get(ref) ?? createHash("sha1").update(ref.value.data).digest("base64");
    digests.set(ref, known);
    return known;
  };
  const numbers = new Map<Ref, number>();
  const numberOf = (ref: Ref): number => {
    const cell = target(ref, aliases);
    const number = numbers.get(cell) ?? numbers.size + 1;
    numbers.set(cell, number);
    return number;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const before = aliases.size;
    const left = candidates.filter((ref) => !aliases.has(ref));
    for (const alike of groups(left, glance)) {
      for (const equal of groups(alike, (ref) => digest(ref) + serialise(ref.value, numberOf))) {
        for (const other of equal.slice(1)) aliases.set(other, equal[0]!);
      }
    }
    if (aliases.size === before) break;
  }
  return aliases;
};
