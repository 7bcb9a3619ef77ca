import { arrayAt, dictAt, nameAt } from "../access.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import type { Part } from "../part.ts";

/** Lists of the default configuration that simply follow one another. */
const LISTS = ["Order", "Locked", "AS", "RBGroups"];

/** The layers that are hidden when the document is opened. */
const hidden = (groups: Value[], configuration: Dict | undefined): Value[] => {
  if (nameAt(configuration, "BaseState") !== "OFF") return arrayAt(configuration, "OFF") ?? [];
  const shown = new Set(arrayAt(configuration, "ON") ?? []);
  return groups.filter((group) => !shown.has(group));
};

/**
 * Joins optional content (ISO 32000-2, 8.11): layers keep their state and their place in the list. Without this,
 * layers that a document hides would appear.
 */
export const joinLayers = (parts: Part[], catalog: Dict): void => {
  const groups: Value[] = [];
  const off: Value[] = [];
  let name: Value | undefined;
  const lists = new Map<string, Value[]>(LISTS.map((key) => [key, []]));
  for (const part of parts) {
    const properties = dictAt(part.catalog, "OCProperties");
    if (properties === undefined) continue;
    const own = arrayAt(properties, "OCGs") ?? [];
    const configuration = dictAt(properties, "D");
    name ??= configuration?.get("Name");
    groups.push(...own);
    off.push(...hidden(own, configuration));
    for (const [key, list] of lists) list.push(...(arrayAt(configuration, key) ?? []));
  }
  if (groups.length === 0) return;
  const filled = [...lists].filter(([, list]) => list.length > 0);
  const configuration = new Map<string, Value>([["OFF", off], ...filled]);
  if (name !== undefined) configuration.set("Name", name);
  catalog.set(
    "OCProperties",
    new Ref(
      new Map<string, Value>([
        ["OCGs", groups],
        ["D", configuration],
      ]),
    ),
  );
};
