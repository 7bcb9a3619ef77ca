import type { Cff } from "../../../../fonts/cff/read.ts";
import { nameAt } from "../../../access.ts";
import type { Budget } from "../../../budget.ts";
import type { Dict } from "../../../objects.ts";
import { shownCids } from "../composite-glyphs.ts";
import { meaningsOf } from "../simple-codes.ts";

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
