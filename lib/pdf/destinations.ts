import { get, nameAt } from "./access.ts";
import { keyText } from "./name-trees.ts";
import type { Dict, Value } from "./objects.ts";
import { makeIndirect } from "./pages.ts";
import { keyBytes } from "./strings.ts";

/**
 * The key that holds the destination of a link, bookmark or go-to action in the same file; undefined for another
 * dictionary.
 */
export const destinationKey = (dict: Dict): "Dest" | "D" | undefined => {
  if (dict.has("D") && nameAt(dict, "S") === "GoTo") return "D";
  if (dict.has("Dest") && (nameAt(dict, "Subtype") === "Link" || dict.has("Title"))) return "Dest";
  return undefined;
};

/** Updates the named destinations of links, bookmarks and actions: `renamed` gives the new name for an old one. */
export const renameDestinations = (dictionaries: Dict[], renamed: ReadonlyMap<string, string>): void => {
  /** The new value for each name: many links may lead to the same place. */
  const places = new Map<string, Value>();
  for (const dict of dictionaries) {
    const key = destinationKey(dict);
    const name = key && keyText(get(dict, key));
    if (name === undefined) continue;
    const known = places.get(name);
    if (known === undefined) {
      dict.set(key!, keyBytes(renamed.get(name) ?? name));
      makeIndirect(dict, key!);
      places.set(name, dict.get(key!)!);
    } else dict.set(key!, known);
  }
};
