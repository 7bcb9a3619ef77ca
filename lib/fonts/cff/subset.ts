import { subsetGlyphs } from "../harfbuzz.ts";
import { buildFont, OPENTYPE_CFF, readTables } from "../sfnt.ts";
import { type Cff, dropSupplement, readCff } from "./read.ts";

/** A `maxp` table for CFF outlines (OpenType, "maxp", version 0.5). */
const glyphCountTable = (count: number): Buffer => {
  const table = Buffer.from([0, 0, 0x50, 0, 0, 0]);
  table.writeUInt16BE(count, 4);
  return table;
};

/** What identifies each glyph: its CID or its name. */
const keysOf = ({ isCidKeyed, charset, names }: Cff): readonly (number | string)[] => (isCidKeyed ? charset : names);

/**
 * Whether a subset has these glyphs under the same names or CIDs, and under the same codes. A subset has one
 * code of each glyph: the others are missed only if they are `codes`.
 */
const holdsGlyphs = (
  whole: Cff,
  subset: Cff,
  glyphs: ReadonlySet<number>,
  codes: ReadonlySet<number> | undefined,
): boolean => {
  const made = new Map(keysOf(subset).map((key, glyph) => [key, glyph]));
  /** The glyphs of the subset by those of the whole font. */
  const places = keysOf(whole).map((key) => made.get(key));
  for (const [glyph, place] of places.entries()) {
    if (!glyphs.has(glyph)) continue;
    const before = whole.outlines[glyph]?.length ?? 0;
    const after = place === undefined ? undefined : subset.outlines[place]?.length;
    if (after === undefined || (after <= 1 && before > 1)) return false;
  }
  return [...whole.encoding].every(
    ([code, glyph]) => !glyphs.has(glyph) || codes?.has(code) === false || subset.encoding.get(code) === places[glyph],
  );
};

/**
 * Subsets a CFF font. With `keepGlyphIds` glyphs keep their ids, else only their names or CIDs. `codes` are those that select
 * glyphs by the font's encoding, by default all. Undefined if HarfBuzz cannot read the font, or the subset lacks a glyph.
 */
export const subsetCff = (
  data: Buffer,
  whole: Cff,
  glyphs: ReadonlySet<number>,
  { codes, ...options }: { hints: boolean; keepGlyphIds: boolean; codes?: ReadonlySet<number> },
): Buffer | undefined => {
  const tables = new Map([
    ["CFF ", data],
    ["maxp", glyphCountTable(whole.outlines.length)],
  ]);
  const font = subsetGlyphs(buildFont(OPENTYPE_CFF, tables), glyphs, { ...options, keepNames: !whole.isCidKeyed });
  const made = font && readTables(font)?.get("CFF ");
  // HarfBuzz leaves the numbers of names there as they were before.
  if (made !== undefined) dropSupplement(made);
  const subset = made && readCff(made);
  return subset !== undefined && subset.isCidKeyed === whole.isCidKeyed && holdsGlyphs(whole, subset, glyphs, codes)
    ? made
    : undefined;
};
