import { nameAt, resolve } from "../access.ts";
import type { Dict, Value } from "../objects.ts";

/** A value as a list: the entries of an array, or the one value; empty for undefined. */
export const asList = (value: Value | undefined): Value[] => {
  const direct = resolve(value);
  if (Array.isArray(direct)) return direct;
  return value === undefined || direct === undefined ? [] : [value];
};

/** Whether a dictionary is a structure element, not a marked-content or object reference (ISO 32000-2, 14.7.5). */
export const isStructureElement = (dict: Dict): boolean => {
  const type = nameAt(dict, "Type");
  return type !== "MCR" && type !== "OBJR";
};
