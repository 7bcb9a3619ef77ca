import { type Dict, Ref, Stream, type Value } from "./objects.ts";

/** Cells that stand for another, equal one. */
export type Aliases = ReadonlyMap<Ref, Ref>;

const NONE: Aliases = new Map();

/** What a cell leads on to, where it holds nothing but another reference. */
const next = (ref: Ref): Ref | undefined => {
  if (ref.raw !== undefined) return undefined;
  const { value } = ref;
  return value instanceof Ref ? value : undefined;
};

/** The cell that a reference finally means: through aliases, and through cells that only refer to another. */
export const target = (ref: Ref, aliases: Aliases = NONE): Ref => {
  for (let hops = 0; hops < 20; hops++) {
    const following = aliases.get(ref) ?? next(ref);
    if (following === undefined) return ref;
    ref = following;
  }
  return ref;
};

let walks = 0;

/**
 * All cells that a value leads to and that hold something, each once, those that are nearer first. Notes in each of them
 * its place and the walk, which the first of them tells from all others.
 */
export const gather = (from: Value, aliases: Aliases = NONE): Ref[] => {
  const walk = ++walks;
  const met: Ref[] = [];
  const meetCell = (cell: Ref): void => {
    if (cell.walk === walk) return;
    const ref = cell.raw === undefined ? target(cell, aliases) : cell;
    if (ref.walk === walk) return;
    if (ref.raw === undefined && (ref.value === null || ref.value instanceof Ref)) return;
    ref.walk = walk;
    ref.place = met.length;
    met.push(ref);
  };
  const meet = (value: Value): void => {
    if (value instanceof Ref) meetCell(value);
    else if (value instanceof Map) for (const entry of value.values()) meet(entry);
    else if (Array.isArray(value)) for (const entry of value) meet(entry);
  };
  meet(from);
  for (let at = 0; at < met.length; at++) {
    const cell = met[at]!;
    const { raw } = cell;
    if (raw === undefined) meet(cell.value instanceof Stream ? cell.value.dict : cell.value);
    else for (const ref of raw.refs) meetCell(ref);
  }
  return met;
};

/** Every dictionary in the values, those inside others included; what is referred to is left aside. */
export const dictionariesIn = (values: Iterable<Value>): Dict[] => {
  const found: Dict[] = [];
  const inside = (value: Value): void => {
    if (value instanceof Map) {
      found.push(value);
      for (const entry of value.values()) inside(entry);
    } else if (Array.isArray(value)) for (const entry of value) inside(entry);
  };
  for (const value of values) inside(value instanceof Stream ? value.dict : value);
  return found;
};

/** Every dictionary that a value leads to, those inside others included. */
export const dictionariesOf = (from: Value): Dict[] => {
  const cells = gather(from);
  return dictionariesIn([from, ...cells.map(({ value }) => value)]);
};
