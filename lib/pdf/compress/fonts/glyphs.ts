import { arrayAt, dictAt, dictOf, get, nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Stream } from "../../objects.ts";
import { readCmap } from "./cmap.ts";
import type { Tables } from "./sfnt.ts";

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

/** Glyphs of a composite TrueType font. */
const compositeGlyphs = (font: Dict, strings: Iterable<string>, budget: Budget): Set<number> | undefined => {
  const descendant = identityDescendant(font);
  if (descendant === undefined) return undefined;
  const codes = codePairs(strings);
  const map = get(descendant, "CIDToGIDMap");
  if (!(map instanceof Stream)) return codes;
  const glyphs = plainData(map, budget);
  if (glyphs === undefined) return undefined;
  return new Set([...codes].map((code) => (2 * code + 1 < glyphs.length ? glyphs.readUInt16BE(2 * code) : 0)));
};

/** What character a code may mean in the encodings that simple TrueType fonts use. */
const decoders = ["windows-1252", "macintosh"].map((label) => new TextDecoder(label));

/**
 * Glyphs of a simple TrueType font: every glyph that any reader could find for a code, by any subtable of the `cmap`
 * (ISO 32000-2, 9.6.5.4). Undefined where names of characters lead to glyphs.
 */
const simpleGlyphs = (font: Dict, strings: Iterable<string>, tables: Tables): Set<number> | undefined => {
  const cmap = tables.get("cmap");
  const subtables = cmap && readCmap(cmap);
  if (subtables === undefined || arrayAt(dictAt(font, "Encoding"), "Differences") !== undefined) return undefined;
  const codes = new Set([...strings].flatMap((text) => [...text].map((char) => char.charCodeAt(0))));
  const glyphs = new Set<number>();
  for (const code of codes) {
    const characters = decoders.map((decoder) => decoder.decode(Uint8Array.of(code)).codePointAt(0)!);
    for (const { glyph } of subtables) {
      for (const candidate of [code, 0xf000 + code, 0xf100 + code, 0xf200 + code, ...characters]) {
        glyphs.add(glyph(candidate));
      }
    }
  }
  return glyphs;
};

/** The glyphs of a TrueType font that strings show; undefined when that cannot be told for certain. */
export const glyphsShown = (
  font: Dict,
  strings: Iterable<string>,
  tables: Tables,
  budget: Budget,
): Set<number> | undefined =>
  nameAt(font, "Subtype") === "Type0" ? compositeGlyphs(font, strings, budget) : simpleGlyphs(font, strings, tables);
