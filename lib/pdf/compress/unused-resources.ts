import { dictAt, dictOf } from "../access.ts";
import { RESOURCE_CATEGORIES } from "../contents/resource-categories.ts";
import type { Dict } from "../objects.ts";
import type { ContentUsage } from "./usage.ts";

/** Whether an entry is a default colour space, which content uses without naming it (ISO 32000-2, 8.6.5.6). */
const isDefaultColourSpace = (category: string, name: string): boolean =>
  category === "ColorSpace" && name.startsWith("Default");

/** The default resources of the form, which its fields may use when they are filled in. */
const formResources = (catalog: Dict): Set<Dict> => {
  const resources = dictAt(dictAt(catalog, "AcroForm"), "DR");
  return new Set([...(resources?.values() ?? [])].flatMap((entries) => dictOf(entries) ?? []));
};

/** Removes resource entries that no content names. */
export const dropUnusedResources = (catalog: Dict, usage: ContentUsage): void => {
  if (!usage.isComplete) return;
  const kept = formResources(catalog);
  const used = new Map<Dict, { category: string; names: Set<string> }>();
  for (const [resources, names] of usage.usedNames) {
    for (const category of RESOURCE_CATEGORIES) {
      const entries = dictAt(resources, category);
      if (entries === undefined || kept.has(entries)) continue;
      const known = used.get(entries);
      used.set(entries, { category, names: known === undefined ? names : new Set([...known.names, ...names]) });
    }
  }
  for (const [entries, { category, names }] of used) {
    for (const name of entries.keys())
      if (!names.has(name) && !isDefaultColourSpace(category, name)) entries.delete(name);
  }
};
