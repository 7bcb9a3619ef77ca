import { resolve } from "../access.ts";
import type { Dict } from "../objects.ts";

/** The highest object number that is believed; Acrobat's own limit. */
export const OBJECT_NUMBER_LIMIT = 8_388_607;

/** Where a file's objects are: what its cross-reference says, or what a scan has found. */
export interface ObjectIndex {
  /** Byte offset by object number; 0 for an object that was deleted. */
  offsets: Map<number, number>;
  /** Number of the object stream that holds an object, by object number. */
  compressed: Map<number, number>;
  trailer: Dict;
  /** Offset of the newest section of the cross-reference; 0 for what a scan has found. */
  start: number;
}

/** An index that knows of no object. */
export const emptyIndex = (): ObjectIndex => ({
  offsets: new Map(),
  compressed: new Map(),
  trailer: new Map(),
  start: 0,
});

/** Enters an object unless a newer section of the file knew it already. */
export const addEntry = (index: ObjectIndex, kind: "offsets" | "compressed", number: number, place: number): void => {
  if (number < 0 || number > OBJECT_NUMBER_LIMIT || index.offsets.has(number) || index.compressed.has(number)) return;
  index[kind].set(number, place);
};

/** A non-negative whole number of a dictionary that is still being read, or undefined. */
export const wholeNumberAt = (dict: Dict, key: string): number | undefined => {
  const value = resolve(dict.get(key));
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
};
