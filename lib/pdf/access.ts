import { type Dict, Name, Ref, Stream, type Value } from "./objects.ts";

/** The value behind a reference, or the value itself; undefined for null, for nothing, and for a chain without end. */
export const resolve = (value: Value | undefined): Exclude<Value, null | Ref> | undefined => {
  for (let hops = 0; value instanceof Ref; hops++) {
    if (hops > 20) return undefined;
    value = value.value;
  }
  return value ?? undefined;
};

/** The dictionary that a value is, or has (a stream's), or refers to. */
export const dictOf = (value: Value | undefined): Dict | undefined => {
  const direct = resolve(value);
  if (direct instanceof Map) return direct;
  return direct instanceof Stream ? direct.dict : undefined;
};

/** The resolved entry of a dictionary, of a stream's dictionary, or of what a reference leads to. */
export const get = (holder: Value | undefined, key: string) => resolve(dictOf(holder)?.get(key));

/** The entry as a dictionary (or a stream's dictionary), if it is one. */
export const dictAt = (holder: Value | undefined, key: string): Dict | undefined => dictOf(get(holder, key));

/** The entry as an array, if it is one. */
export const arrayAt = (holder: Value | undefined, key: string): Value[] | undefined => {
  const value = get(holder, key);
  return Array.isArray(value) ? value : undefined;
};

/** The entry as a number, if it is one. */
export const numberAt = (holder: Value | undefined, key: string): number | undefined => {
  const value = get(holder, key);
  return typeof value === "number" ? value : undefined;
};

/** The text of the entry if it is a name. */
export const nameAt = (holder: Value | undefined, key: string): string | undefined => {
  const value = get(holder, key);
  return value instanceof Name ? value.text : undefined;
};

/** The entry's bytes if it is a string. */
export const bytesAt = (holder: Value | undefined, key: string): Uint8Array | undefined => {
  const value = get(holder, key);
  return value instanceof Uint8Array ? value : undefined;
};

/** An array's numbers, references followed; undefined when it is no array of numbers only. */
export const numbersOf = (value: Value | undefined): number[] | undefined => {
  const array = resolve(value);
  if (!Array.isArray(array)) return undefined;
  const numbers = array.map(resolve);
  return numbers.every((entry) => typeof entry === "number") ? numbers : undefined;
};
