import type { Cff } from "../../../fonts/cff/read.ts";
import { type CmapBlock, cmapBlocks, hexadecimalText, isTwoByteCmap } from "../../../fonts/cmap-blocks.ts";
import { arrayAt, dictOf, get, nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Stream } from "../../objects.ts";
import { meaningsOf } from "./simple-codes.ts";

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

const simpleCffShownGlyphs = (font: Dict, strings: Iterable<string>, cff: Cff): Set<number> | undefined => {
  const meanings = meaningsOf(font, strings);
  if (meanings === undefined || cff.isCidKeyed) return undefined;
  const names = new Set(meanings.flatMap((meaning) => [...meaning.names]));
  const byName = cff.names.flatMap((name, glyph) => (names.has(name) ? [glyph] : []));
  return new Set([...byName, ...meanings.flatMap(({ code }) => cff.encoding.get(code) ?? [])]);
};

/**
 * The glyphs that any reader could select for strings in a font with CFF outlines: by name, by the font's encoding, or
 * by CID (ISO 32000-2, 9.6.2 and 9.7.4.2). Undefined if they cannot be determined.
 */
export const cffShownGlyphs = (
  font: Dict,
  strings: Iterable<string>,
  cff: Cff,
  budget: Budget,
): Set<number> | undefined => {
  if (nameAt(font, "Subtype") !== "Type0") return simpleCffShownGlyphs(font, strings, cff);
  const shown = shownCids(font, strings, budget);
  if (shown === undefined) return undefined;
  const glyphs = new Set([...shown.cids, ...shown.glyphs]);
  if (cff.isCidKeyed) cff.charset.forEach((cid, glyph) => void (shown.cids.has(cid) && glyphs.add(glyph)));
  return glyphs;
};

/** Families of mappings; some programs write `bf` instead of `cid`, which readers accept. */
const FAMILIES = ["cid", "bf", "notdef"];
/** Codes that are compared with ranges. */
const COMPARISONS_LIMIT = 10_000_000;

const numberOf = (token: string): number | undefined => {
  const hexadecimal = hexadecimalText(token);
  if (hexadecimal !== undefined) return hexadecimal === "" ? undefined : Number.parseInt(hexadecimal, 16);
  return /^\d{1,15}$/.test(token) ? Number(token) : undefined;
};

/** The ranges of a block: first and last code, and the CID of the first. Tokens that are no numbers are skipped. */
const rangesOf = function* ({ kind, tokens }: CmapBlock): Generator<[number, number, number]> {
  const length = kind === "char" ? 2 : 3;
  let numbers: number[] = [];
  for (const token of tokens) {
    const number = numberOf(token);
    numbers = number === undefined ? [] : [...numbers, number];
    if (numbers.length < length) continue;
    const [first = 0, second = 0, third = second] = numbers;
    yield kind === "char" ? [first, first, second] : [first, second, third];
    numbers = [];
  }
};

/**
 * All CIDs that a reader could select by two-byte codes in an embedded CMap (ISO 32000-2, 9.7.5.3); undefined if it
 * uses another CMap, has other codes, or has very many ranges.
 */
const embeddedCids = (cmap: Stream, codes: ReadonlySet<number>, budget: Budget): Set<number> | undefined => {
  const map = plainData(cmap, budget)?.toString("latin1");
  if (map === undefined || cmap.dict.has("UseCMap") || !isTwoByteCmap(map)) return undefined;
  // A reader that does not support the CMap uses the codes as CIDs.
  const cids = new Set(codes);
  let left = COMPARISONS_LIMIT;
  for (const block of cmapBlocks(map, FAMILIES)) {
    for (const [first, last, cid] of rangesOf(block)) {
      left -= codes.size;
      if (left < 0) return undefined;
      for (const code of codes) {
        // In a `notdef` range each code has the first CID.
        if (code >= first && code <= last) cids.add(cid).add((cid + code - first) & 0xffff);
      }
    }
  }
  return cids;
};
