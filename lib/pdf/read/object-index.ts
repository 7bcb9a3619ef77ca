import { resolve } from "../access.ts";
import type { Dict } from "../objects.ts";

/** The highest object number that is accepted; it is Acrobat's limit. */
export const OBJECT_NUMBER_LIMIT = 8_388_607;

/** The positions of a file's objects, from its cross-reference or from a scan. */
export interface ObjectIndex {
  /** Byte offset by object number; 0 for a deleted object. */
  offsets: Map<number, number>;
  /** Number of the object stream that holds an object, by object number. */
  compressed: Map<number, number>;
  trailer: Dict;
  /** Offset of the newest cross-reference section; 0 after a scan. */
  start: number;
}

export const emptyIndex = (): ObjectIndex => ({
  offsets: new Map(),
  compressed: new Map(),
  trailer: new Map(),
  start: 0,
});

/** Adds an entry, unless a newer section of the file has one for the number. */
export const addEntry = (index: ObjectIndex, kind: "offsets" | "compressed", number: number, place: number): void => {
  if (number < 0 || number > OBJECT_NUMBER_LIMIT || index.offsets.has(number) || index.compressed.has(number)) return;
  index[kind].set(number, place);
};

/** A non-negative whole number of a dictionary; undefined for another value. */
export const wholeNumberAt = (dict: Dict, key: string): number | undefined => {
  const value = resolve(dict.get(key));
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
};
