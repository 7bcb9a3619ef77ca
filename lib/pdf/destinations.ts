import { get, nameAt } from "./access.ts";
import type { Dict } from "./objects.ts";
import { keyBytes } from "./strings.ts";
import { keyText } from "./trees.ts";

/** The key under which a dictionary says where it leads within its own file, if it does so. */
export const leadingKey = (dict: Dict): "Dest" | "D" | undefined => {
  if (dict.has("D") && nameAt(dict, "S") === "GoTo") return "D";
  if (dict.has("Dest") && (nameAt(dict, "Subtype") === "Link" || dict.has("Title"))) return "Dest";
  return undefined;
};

/** Points links, bookmarks and actions that go to a renamed destination at its new name. */
export const renameDestinations = (dictionaries: Dict[], renamed: ReadonlyMap<string, string>): void => {
  for (const dict of dictionaries) {
    const key = leadingKey(dict);
    const name = key && keyText(get(dict, key));
    if (name !== undefined) dict.set(key!, keyBytes(renamed.get(name) ?? name));
  }
};
