import { createHash } from "node:crypto";
import { dictAt, get, nameAt } from "../access.ts";
import { keyText } from "../name-trees.ts";
import { type Dict, Name, Ref, type Value } from "../objects.ts";
import { indirectIfLarge } from "../pages.ts";
import { reachableDictionaries } from "../reachable-objects.ts";
import { keyBytes } from "../strings.ts";

/**
 * The key that holds the destination of a link, bookmark or go-to action in the same file; undefined for another
 * dictionary.
 */
export const destinationKey = (dict: Dict): "Dest" | "D" | undefined => {
  if (dict.has("D") && nameAt(dict, "S") === "GoTo") return "D";
  if (dict.has("Dest") && (nameAt(dict, "Subtype") === "Link" || dict.has("Title"))) return "Dest";
  return undefined;
};

/** Updates the named destinations of links, bookmarks and actions: `renamed` has the new names by the old ones. */
export const renameDestinations = (dictionaries: Dict[], renamed: ReadonlyMap<string, string>): void => {
  /** The new value for each name: many links may lead to the same place. */
  const places = new Map<string, Value>();
  for (const dict of dictionaries) {
    const key = destinationKey(dict);
    const name = key && keyText(get(dict, key));
    if (key === undefined || name === undefined) continue;
    const place = places.get(name) ?? indirectIfLarge(keyBytes(renamed.get(name) ?? name));
    places.set(name, place);
    dict.set(key, place);
  }
};

/** The limit for names of ISO 19005-2, 6.1.13. */
export const NAME_MAX_BYTES = 127;

const isLong = (name: string): boolean => name.length > NAME_MAX_BYTES;

const shorten = (name: string): string =>
  isLong(name) ? createHash("sha256").update(name, "latin1").digest("base64url") : name;

/**
 * Renames destinations whose names are too long for PDF/A, in the catalog and in all links to them. The names are `id`s of a
 * page.
 */
export const shortenDestinationNames = (catalog: Dict): void => {
  const destinations = dictAt(catalog, "Dests");
  if (destinations === undefined || ![...destinations.keys()].some(isLong)) return;
  for (const dict of reachableDictionaries(new Ref(catalog))) {
    const key = destinationKey(dict);
    const name = key && get(dict, key);
    if (key !== undefined && name instanceof Name) dict.set(key, new Name(shorten(name.text)));
  }
  catalog.set("Dests", new Ref(new Map([...destinations].map(([name, place]) => [shorten(name), place]))));
};
