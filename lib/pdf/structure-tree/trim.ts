import { asList, dictAt, dictOf, nameAt, resolve } from "../access.ts";
import type { Dict, Value } from "../objects.ts";
import { reachableObjects } from "../reachable-objects.ts";

/** Whether an attribute of a table cell has its default value (ISO 32000-2, table 384). */
const isDefaultAttribute = (key: string, value: Value): boolean => {
  const direct = resolve(value);
  if (key === "RowSpan" || key === "ColSpan") return direct === 1;
  return key === "Headers" && Array.isArray(direct) && direct.length === 0;
};

/** The attributes of an element without default values; undefined if none is left. */
const trimAttributes = (attributes: Value): Value | undefined => {
  const kept = asList(attributes).filter((entry) => {
    const dict = dictOf(entry);
    if (dict === undefined || nameAt(dict, "O") !== "Table") return true;
    for (const [key, value] of dict) if (isDefaultAttribute(key, value)) dict.delete(key);
    return dict.size > 1;
  });
  return kept.length > 1 ? kept : kept[0];
};

/**
 * This order of entries compresses best: values that are equal for all elements of a type first, then values that count
 * up, side by side.
 */
const ELEMENT_KEY_ORDER = ["Type", "S", "Lang", "A", "C", "Pg", "P", "K"];

const reorderKeys = (element: Dict): void => {
  for (const key of ELEMENT_KEY_ORDER) {
    const value = element.get(key);
    if (value === undefined) continue;
    element.delete(key);
    element.set(key, value);
  }
};

/**
 * Shortens the structure tree: default attributes and arrays of one kid are simplified. All elements, text and other
 * attributes are kept.
 */
export const trimStructureTree = (catalog: Dict): void => {
  const root = dictAt(catalog, "StructTreeRoot");
  if (root === undefined) return;
  const elements: Dict[] = [];
  for (const { value } of reachableObjects(root.get("K") ?? null)) {
    if (value instanceof Map && value.has("S") && value.has("P")) elements.push(value);
  }
  for (const element of elements) {
    const attributes = element.get("A");
    if (attributes !== undefined) {
      const kept = trimAttributes(attributes);
      if (kept === undefined) element.delete("A");
      else element.set("A", kept);
    }
    const kids = resolve(element.get("K"));
    if (Array.isArray(kids) && kids.length === 1) for (const kid of kids) element.set("K", kid);
    reorderKeys(element);
  }
};
