import { dictAt, get, nameAt } from "../access.ts";
import type { Part } from "../part.ts";
import { keyBytes } from "../strings.ts";
import { keyText } from "../trees.ts";

/** Turns links to web addresses that begin so into links to the destination that the rest of the address names. */
export const linkAcross = (parts: Part[], across: string): void => {
  for (const dict of parts.flatMap((part) => part.dictionariesWith("URI"))) {
    if (nameAt(dict, "Subtype") !== "Link") continue;
    const address = keyText(get(dictAt(dict, "A"), "URI"));
    if (address === undefined || !address.startsWith(across)) continue;
    dict.delete("A");
    dict.set("Dest", keyBytes(address.slice(across.length)));
  }
};
