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

/** All cells that a value leads to and that hold something, each once, in the order in which they are met. */
export const gather = (from: Value, aliases: Aliases = NONE): Set<Ref> => {
  const met = new Set<Ref>();
  const open: Value[] = [from];
  while (open.length > 0) {
    let value = open.pop()!;
    if (value instanceof Ref) {
      const ref = target(value, aliases);
      if (met.has(ref) || ref.value === null || ref.value instanceof Ref) continue;
      met.add(ref);
      value = ref.value;
    }
    if (value instanceof Stream) value = value.dict;
    if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at--) if (mayLead(value[at]!)) open.push(value[at]!);
    } else if (value instanceof Map) {
      const entries = [...value.values()];
      for (let at = entries.length - 1; at >= 0; at--) if (mayLead(entries[at]!)) open.push(entries[at]!);
    }
  }
  return met;
};

const mayLead = (value: Value): boolean => value instanceof Ref || Array.isArray(value) || value instanceof Map;

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
