import { type Dict, Name, Ref, Stream, type Value } from "./objects.ts";

/**
 * The value that a reference leads to, or the value itself. Undefined for null, for a missing value, and after 20
 * references in a row.
 */
export const resolve = (value: Value | undefined): Exclude<Value, null | Ref> | undefined => {
  for (let hops = 0; value instanceof Ref; hops++) {
    if (hops > 20) return undefined;
    value = value.value;
  }
  return value ?? undefined;
};

/** The dictionary that a value is or refers to; for a stream, the stream's dictionary. */
export const dictOf = (value: Value | undefined): Dict | undefined => {
  const direct = resolve(value);
  if (direct instanceof Map) return direct;
  return direct instanceof Stream ? direct.dict : undefined;
};

/** The resolved entry of a dictionary or of a stream's dictionary; `holder` may be a reference. */
export const get = (holder: Value | undefined, key: string) => resolve(dictOf(holder)?.get(key));

/** The entry as a dictionary (for a stream, its dictionary); undefined for another type. */
export const dictAt = (holder: Value | undefined, key: string): Dict | undefined => dictOf(get(holder, key));

/** The entry as an array; undefined for another type. */
export const arrayAt = (holder: Value | undefined, key: string): Value[] | undefined => {
  const value = get(holder, key);
  return Array.isArray(value) ? value : undefined;
};

/** The entry as a number; undefined for another type. */
export const numberAt = (holder: Value | undefined, key: string): number | undefined => {
  const value = get(holder, key);
  return typeof value === "number" ? value : undefined;
};

/** The entry as a name's text; undefined for another type. */
export const nameAt = (holder: Value | undefined, key: string): string | undefined => {
  const value = get(holder, key);
  return value instanceof Name ? value.text : undefined;
};

/** The entry as a string's bytes; undefined for another type. */
export const bytesAt = (holder: Value | undefined, key: string): Uint8Array | undefined => {
  const value = get(holder, key);
  return value instanceof Uint8Array ? value : undefined;
};

/**
 * The numbers of an array, references resolved; undefined unless every element is a number, and for an array of more than
 * `limit` elements.
 */
export const numbersOf = (value: Value | undefined, limit: number = Number.POSITIVE_INFINITY): number[] | undefined => {
  const array = resolve(value);
  if (!Array.isArray(array) || array.length > limit) return undefined;
  const numbers = array.map(resolve);
  return numbers.every((entry) => typeof entry === "number") ? numbers : undefined;
};

/** The entries of a dictionary that have one of these keys, in the order of the keys. */
export const entriesOf = (dict: Dict | undefined, keys: readonly string[]): [string, Value][] =>
  keys.flatMap((key): [string, Value][] => {
    const value = dict?.get(key);
    return value === undefined ? [] : [[key, value]];
  });

/** A value as a list: the entries of an array, or the one value; empty for undefined. */
export const asList = (value: Value | undefined): Value[] => {
  const direct = resolve(value);
  if (Array.isArray(direct)) return direct;
  return value === undefined || direct === undefined ? [] : [value];
};
