import { dictAt, get, nameAt } from "../access.ts";
import { keyText } from "../name-trees.ts";
import { keyBytes } from "../strings.ts";
import type { MergeSource } from "./merge-source.ts";

/**
 * Turns links to addresses that begin with `internalPrefix` into links to the named destination in the rest of the
 * address.
 */
export const makeLinksInternal = (sources: MergeSource[], internalPrefix: string): void => {
  for (const dict of sources.flatMap((source) => source.dictionariesWith("URI"))) {
    if (nameAt(dict, "Subtype") !== "Link") continue;
    const address = keyText(get(dictAt(dict, "A"), "URI"));
    if (address === undefined || !address.startsWith(internalPrefix)) continue;
    dict.delete("A");
    dict.set("Dest", keyBytes(address.slice(internalPrefix.length)));
  }
};
