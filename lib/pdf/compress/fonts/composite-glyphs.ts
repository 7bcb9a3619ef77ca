import { arrayAt, dictOf, get, nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Stream } from "../../objects.ts";
import { embeddedCids } from "./embedded-cmap.ts";

/** The two-byte codes in the strings of a composite font. */
export const twoByteCodes = (strings: Iterable<string>): Set<number> => {
  const codes = new Set<number>();
  for (const text of strings) {
    for (let at = 0; at + 1 < text.length; at += 2) codes.add(text.charCodeAt(at) * 256 + text.charCodeAt(at + 1));
  }
  return codes;
};

const isIdentity = (font: Dict): boolean => /^Identity-[HV]$/.test(nameAt(font, "Encoding") ?? "");

const descendantOf = (font: Dict): Dict | undefined =>
  nameAt(font, "Subtype") === "Type0" ? dictOf(arrayAt(font, "DescendantFonts")?.[0]) : undefined;

/** The descendant of a composite font with an identity CMap, whose codes are CIDs; undefined for another font. */
export const identityDescendant = (font: Dict): Dict | undefined => (isIdentity(font) ? descendantOf(font) : undefined);

const cidsOf = (font: Dict, codes: Set<number>, budget: Budget): Set<number> | undefined => {
  if (isIdentity(font)) return codes;
  const cmap = get(font, "Encoding");
  return cmap instanceof Stream ? embeddedCids(cmap, codes, budget) : undefined;
};

/**
 * The CIDs that strings select in a composite font, and their glyphs by its CIDToGIDMap (ISO 32000-2, 9.7.4.2);
 * undefined if its CMap is predefined, or a map cannot be decoded.
 */
export const shownCids = (
  font: Dict,
  strings: Iterable<string>,
  budget: Budget,
): { cids: Set<number>; glyphs: Set<number> } | undefined => {
  const descendant = descendantOf(font);
  const cids = cidsOf(font, twoByteCodes(strings), budget);
  if (descendant === undefined || cids === undefined) return undefined;
  const map = get(descendant, "CIDToGIDMap");
  if (!(map instanceof Stream)) return { cids, glyphs: cids };
  const data = plainData(map, budget);
  if (data === undefined) return undefined;
  return {
    cids,
    glyphs: new Set([...cids].map((cid) => (2 * cid + 1 < data.length ? data.readUInt16BE(2 * cid) : 0))),
  };
};
