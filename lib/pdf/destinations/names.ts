import { createHash } from "node:crypto";
import { dictAt, get, resolve } from "../access.ts";
import { keyText } from "../name-trees.ts";
import { type Dict, Name, Ref, type Value } from "../objects.ts";
import { indirectIfLarge } from "../pages.ts";
import { reachableDictionaries } from "../reachable-objects.ts";
import type { ChangeableDict } from "../read/text-dictionary.ts";
import { keyBytes } from "../strings.ts";

const isName = (value: Value | undefined, text: string): boolean => {
  const name = resolve(value);
  return name instanceof Name && name.text === text;
};

/**
 * The key that holds the destination of a link, bookmark or go-to action in the same file; undefined for another
 * dictionary.
 */
export const destinationKey = (dict: Pick<Dict, "has" | "get">): "Dest" | "D" | undefined => {
  if (dict.has("D") && isName(dict.get("S"), "GoTo")) return "D";
  if (dict.has("Dest") && (isName(dict.get("Subtype"), "Link") || dict.has("Title"))) return "Dest";
  return undefined;
};

/**
 * A change of the named destinations of links, bookmarks and actions: `renamed` has the new names by the old ones. Names
 * become strings.
 */
export const destinationRenaming = (renamed: ReadonlyMap<string, string>): ((dict: ChangeableDict) => void) => {
  /** The new value for each name: many links may lead to the same place. */
  const places = new Map<string, Value>();
  return (dict) => {
    const key = destinationKey(dict);
    if (key === undefined) return;
    const value = resolve(dict.get(key));
    const name = keyText(value);
    if (name === undefined || (value instanceof Uint8Array && !renamed.has(name))) return;
    const place = places.get(name) ?? indirectIfLarge(keyBytes(renamed.get(name) ?? name));
    places.set(name, place);
    dict.set(key, place);
  };
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
