import { createHash } from "node:crypto";
import { dictAt, get } from "../access.ts";
import { destinationKey } from "../destinations.ts";
import { type Dict, Name, Ref } from "../objects.ts";
import { reachableDictionaries } from "../reachable-objects.ts";

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
    if (name instanceof Name) dict.set(key!, new Name(shortened(name.text)));
  }
  catalog.set("Dests", new Ref(new Map([...destinations].map(([name, place]) => [shortened(name), place]))));
};
