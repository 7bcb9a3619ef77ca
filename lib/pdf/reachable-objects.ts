import { type Dict, Ref, Stream, type Value } from "./objects.ts";

/** Duplicates, each with the equal object that is written in its place. */
export type Aliases = ReadonlyMap<Ref, Ref>;

const NO_ALIASES: Aliases = new Map();
const NO_ENDS: ReadonlySet<Ref> = new Set();

/** The reference that an indirect object consists of; undefined for another object, or one that is not parsed yet. */
const forwardedTo = (ref: Ref): Ref | undefined => {
  if (ref.unparsed !== undefined) return undefined;
  const { value } = ref;
  return value instanceof Ref ? value : undefined;
};

/** The object that a reference leads to in the end, through aliases and through objects that are only references. */
export const finalTarget = (ref: Ref, aliases: Aliases = NO_ALIASES): Ref => {
  for (let hops = 0; hops < 20; hops++) {
    const next = aliases.get(ref) ?? forwardedTo(ref);
    if (next === undefined) return ref;
    ref = next;
  }
  return ref;
};

let traversalCount = 0;

/**
 * All indirect objects that can be reached from a value, each once, in breadth-first order. Each object's `position` is
 * its index in the list, and its `traversal` is the same number for all of them. `ends` are left out, with what only they
 * lead to.
 */
export const reachableObjects = (
  from: Value,
  aliases: Aliases = NO_ALIASES,
  ends: ReadonlySet<Ref> = NO_ENDS,
): Ref[] => {
  const traversal = ++traversalCount;
  const found: Ref[] = [];
  const visitRef = (object: Ref): void => {
    if (object.traversal === traversal || ends.has(object)) return;
    let ref = object;
    if (object.unparsed === undefined) {
      ref = finalTarget(object, aliases);
      if (ref.traversal === traversal) return;
      if (ref.unparsed === undefined && (ref.value === null || ref.value instanceof Ref)) return;
    }
    ref.traversal = traversal;
    ref.position = found.length;
    found.push(ref);
  };
  const visitValue = (value: Value): void => {
    if (value instanceof Ref) visitRef(value);
    else if (value instanceof Map) for (const entry of value.values()) visitValue(entry);
    else if (Array.isArray(value)) for (const entry of value) visitValue(entry);
  };
  visitValue(from);
  // Visits the objects that are found on the way too.
  for (const ref of found) {
    const { unparsed } = ref;
    if (unparsed === undefined) visitValue(ref.value instanceof Stream ? ref.value.dict : ref.value);
    else for (const other of unparsed.refs) visitRef(other);
  }
  return found;
};

/** A value and all that it holds, at any depth, the dictionary of a stream too; references are not followed. */
export function* valuesIn(value: Value): Generator<Value> {
  const waiting: Value[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (next instanceof Stream) waiting.push(next.dict);
    else if (next instanceof Map) for (const entry of next.values()) waiting.push(entry);
    else if (Array.isArray(next)) for (const entry of next) waiting.push(entry);
  }
}

/** All dictionaries inside the values, at any depth; references are not followed. */
export const dictionariesIn = (values: Iterable<Value>): Dict[] => {
  const found: Dict[] = [];
  const collect = (value: Value): void => {
    if (value instanceof Map) {
      found.push(value);
      for (const entry of value.values()) collect(entry);
    } else if (Array.isArray(value)) for (const entry of value) collect(entry);
  };
  for (const value of values) collect(value instanceof Stream ? value.dict : value);
  return found;
};

/** All dictionaries that can be reached from a value, at any depth. */
export const reachableDictionaries = (from: Value): Dict[] => {
  const objects = reachableObjects(from);
  return dictionariesIn([from, ...objects.map(({ value }) => value)]);
};
