import { createHash } from "node:crypto";
import { dictAt, dictOf, get } from "./access.ts";
import { destinationKey } from "./destination-key.ts";
import { keyText, nameTree, readNameTree } from "./name-trees.ts";
import { type Dict, Name, Ref, type Value } from "./objects.ts";
import { indirectIfLarge } from "./pages.ts";
import { reachableDictionaries } from "./reachable-objects.ts";
import type { RemovedObjects } from "./removed-objects.ts";
import { keyBytes } from "./strings.ts";

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

/** Removes named destinations on removed pages, and an OpenAction that only goes to a removed page. */
export const pruneDestinations = (catalog: Dict, removed: RemovedObjects): void => {
  const names = dictAt(catalog, "Names");
  const tree = readNameTree(names?.get("Dests"));
  const sizeBefore = tree.size;
  for (const [name, place] of tree) {
    if (!removed.isRemovedDestination(place)) continue;
    removed.destinationNames.add(name);
    tree.delete(name);
  }
  if (tree.size === 0) names?.delete("Dests");
  else if (tree.size < sizeBefore) names?.set("Dests", new Ref(nameTree(tree)));
  const oldDests = dictAt(catalog, "Dests");
  for (const [name, place] of oldDests ?? []) {
    if (!removed.isRemovedDestination(place)) continue;
    removed.destinationNames.add(name);
    oldDests?.delete(name);
  }
  const openAction = catalog.get("OpenAction");
  if (
    dictOf(openAction) === undefined ? removed.isRemovedDestination(openAction) : removed.isGoToRemovedPage(openAction)
  ) {
    catalog.delete("OpenAction");
  }
};

/** The limit for names of ISO 19005-2, 6.1.13. */
export const NAME_MAX_BYTES = 127;

const isLong = (name: string): boolean => name.length > NAME_MAX_BYTES;

const shortened = (name: string): string =>
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
    if (key !== undefined && name instanceof Name) dict.set(key, new Name(shortened(name.text)));
  }
  catalog.set("Dests", new Ref(new Map([...destinations].map(([name, place]) => [shortened(name), place]))));
};
