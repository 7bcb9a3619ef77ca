import { dictOf } from "./access.ts";
import { type Dict, Ref, Stream, type Value } from "./objects.ts";

/** Cells that stand for another, equal one. */
export type Aliases = ReadonlyMap<Ref, Ref>;

const NONE: Aliases = new Map();

/** The cell that a reference finally means: through aliases, and through cells that only refer to another. */
export const target = (ref: Ref, aliases: Aliases = NONE): Ref => {
  for (let hops = 0; hops < 20; hops++) {
    const next = aliases.get(ref) ?? (ref.value instanceof Ref ? ref.value : undefined);
    if (next === undefined) return ref;
    ref = next;
  }
  return ref;
};

/** All cells that a value leads to and that hold something, each once, those that are nearer first. */
export const gather = (from: Value, aliases: Aliases = NONE): Set<Ref> => {
  const met = new Set<Ref>();
  const cells: Ref[] = [];
  const meet = (value: Value): void => {
    if (value instanceof Ref) {
      const ref = aliases.size > 0 || value.value instanceof Ref ? target(value, aliases) : value;
      if (met.has(ref) || ref.value === null || ref.value instanceof Ref) return;
      met.add(ref);
      cells.push(ref);
    } else if (value instanceof Map) for (const entry of value.values()) meet(entry);
    else if (Array.isArray(value)) for (const entry of value) meet(entry);
  };
  meet(from);
  for (let at = 0; at < cells.length; at++) {
    const { value } = cells[at]!;
    meet(value instanceof Stream ? value.dict : value);
  }
  return met;
};

/** Every dictionary that a value leads to, those inside others included. */
export const dictionariesOf = (from: Value): Dict[] => {
  const found: Dict[] = [];
  const inside = (value: Value): void => {
    if (value instanceof Map) {
      found.push(value);
      for (const entry of value.values()) inside(entry);
    } else if (Array.isArray(value)) for (const entry of value) inside(entry);
  };
  inside(from);
  for (const ref of gather(from)) inside(dictOf(ref) ?? ref.value);
  return found;
};
