import { arrayAt, dictAt, nameAt } from "../access.ts";
import { type Dict, makeDict, Ref, type Value } from "../objects.ts";

/** Arrays of the default configuration that are concatenated. */
const CONFIGURATION_LISTS = ["Order", "Locked", "AS", "RBGroups"];

/** The optional content groups that are hidden when the document is opened. */
const hiddenGroups = (groups: Value[], configuration: Dict | undefined): Value[] => {
  if (nameAt(configuration, "BaseState") !== "OFF") return arrayAt(configuration, "OFF") ?? [];
  const shown = new Set(arrayAt(configuration, "ON") ?? []);
  return groups.filter((group) => !shown.has(group));
};

/**
 * Joins the optional content groups (ISO 32000-2, 8.11) with their initial state and their order; without them, hidden
 * groups would be shown.
 */
export const joinOptionalContent = (sources: readonly { readonly catalog: Dict }[], catalog: Dict): void => {
  const groups: Value[] = [];
  const off: Value[] = [];
  let name: Value | undefined;
  const lists = new Map<string, Value[]>(CONFIGURATION_LISTS.map((key) => [key, []]));
  for (const source of sources) {
    const properties = dictAt(source.catalog, "OCProperties");
    if (properties === undefined) continue;
    const ownGroups = arrayAt(properties, "OCGs") ?? [];
    const configuration = dictAt(properties, "D");
    name ??= configuration?.get("Name");
    for (const group of ownGroups) groups.push(group);
    for (const group of hiddenGroups(ownGroups, configuration)) off.push(group);
    for (const [key, list] of lists) for (const entry of arrayAt(configuration, key) ?? []) list.push(entry);
  }
  if (groups.length === 0) return;
  const filled = [...lists].filter(([, list]) => list.length > 0);
  const configuration = new Map<string, Value>([["OFF", off], ...filled]);
  if (name !== undefined) configuration.set("Name", name);
  catalog.set("OCProperties", new Ref(makeDict({ OCGs: groups, D: configuration })));
};
