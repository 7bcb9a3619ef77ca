import { arrayAt, dictOf, get, nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Stream } from "../../objects.ts";

/** The two-byte codes in the strings that are shown in a composite font. */
export const codePairs = (strings: Iterable<string>): Set<number> => {
  const codes = new Set<number>();
  for (const text of strings) {
    for (let at = 0; at + 1 < text.length; at += 2) codes.add(text.charCodeAt(at) * 256 + text.charCodeAt(at + 1));
  }
  return codes;
};

/** The descendant of a composite font whose codes are its CIDs; undefined for any other font. */
export const identityDescendant = (font: Dict): Dict | undefined => {
  const encoding = nameAt(font, "Encoding");
  if (nameAt(font, "Subtype") !== "Type0" || (encoding !== "Identity-H" && encoding !== "Identity-V")) return undefined;
  return dictOf(arrayAt(font, "DescendantFonts")?.[0]);
};

/**
 * The CIDs that strings show in a composite font, and the glyphs that its CIDToGIDMap gives for them (ISO 32000-2,
 * 9.7.4.2); undefined where its codes are not its CIDs, or the map cannot be read.
 */
export const cidsShown = (
  font: Dict,
  strings: Iterable<string>,
  budget: Budget,
): { cids: Set<number>; glyphs: Set<number> } | undefined => {
  const descendant = identityDescendant(font);
  if (descendant === undefined) return undefined;
  const cids = codePairs(strings);
  const map = get(descendant, "CIDToGIDMap");
  if (!(map instanceof Stream)) return { cids, glyphs: cids };
  const data = plainData(map, budget);
  if (data === undefined) return undefined;
  return {
    cids,
    glyphs: new Set([...cids].map((cid) => (2 * cid + 1 < data.length ? data.readUInt16BE(2 * cid) : 0))),
  };
};
