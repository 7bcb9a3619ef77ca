import { resolve } from "./access.ts";
import { Name, Stream, type Value } from "./objects.ts";

/** Whether two values are deeply equal. Values nested deeper than `depth` count as different. */
export const isEqualValue = (one: Value | undefined, other: Value | undefined, depth = 12): boolean => {
  const a = resolve(one);
  const b = resolve(other);
  if (a === b) return true;
  if (depth === 0 || a === undefined || b === undefined) return false;
  if (a instanceof Name) return b instanceof Name && a.text === b.text;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof Stream)
    return b instanceof Stream && isEqualValue(a.data, b.data) && isEqualValue(a.dict, b.dict, depth - 1);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((entry, at) => isEqualValue(entry, b[at], depth - 1));
  }
  if (!(a instanceof Map && b instanceof Map) || a.size !== b.size) return false;
  return [...a].every(([key, entry]) => b.has(key) && isEqualValue(entry, b.get(key), depth - 1));
};
