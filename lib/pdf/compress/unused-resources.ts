import { dictAt, dictOf } from "../access.ts";
import { RESOURCE_CATEGORIES } from "../contents/resource-categories.ts";
import type { Dict } from "../objects.ts";
import type { ContentUsage } from "./usage.ts";

/** Colour spaces that content uses without naming them (ISO 32000-2, 8.6.5.6). */
const isDefaultColourSpace = (category: string, name: string): boolean =>
  category === "ColorSpace" && name.startsWith("Default");

/** Dictionaries of resources that a form's fields may draw on whenever they are filled. */
const formResources = (catalog: Dict): Set<Dict> => {
  const resources = dictAt(dictAt(catalog, "AcroForm"), "DR");
  return new Set([...(resources?.values() ?? [])].flatMap((entries) => dictOf(entries) ?? []));
};

/** Takes out of the resources what no content names, so that it leaves the file unless something else needs it. */
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
