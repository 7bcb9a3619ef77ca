import { subsetGlyphs } from "../harfbuzz.ts";
import { buildFont, OPENTYPE_CFF, readTables } from "../sfnt.ts";
import { type Cff, readCff } from "./read.ts";

/** A `maxp` table for CFF outlines (OpenType, "maxp", version 0.5). */
const glyphCountTable = (count: number): Buffer => {
  const table = Buffer.from([0, 0, 0x50, 0, 0, 0]);
  table.writeUInt16BE(count, 4);
  return table;
};

/** What identifies each glyph: its CID or its name. */
const keysOf = ({ isCidKeyed, charset, names }: Cff): readonly (number | string)[] => (isCidKeyed ? charset : names);

/** Whether a subset has these glyphs under the same names or CIDs, and under the same codes. */
const holdsGlyphs = (whole: Cff, subset: Cff, glyphs: ReadonlySet<number>): boolean => {
  const [before, after] = [keysOf(whole), new Map(keysOf(subset).map((key, glyph) => [key, glyph]))];
  const hasOutline = (from: number, to: number | undefined) =>
    to !== undefined && (subset.outlines[to]!.length > 1 || whole.outlines[from]!.length <= 1);
  for (const glyph of glyphs) {
    if (glyph < before.length && !hasOutline(glyph, after.get(before[glyph]!))) return false;
  }
  return [...whole.encoding].every(
    ([code, glyph]) => !glyphs.has(glyph) || subset.encoding.get(code) === after.get(before[glyph]!),
  );
};

/**
 * Subsets a CFF font. With `keepGlyphIds` glyphs keep their ids, else only their names or CIDs. Undefined if
 * HarfBuzz cannot read the font, or the subset lacks a glyph.
 */
export const subsetCff = (
  data: Buffer,
  whole: Cff,
  glyphs: ReadonlySet<number>,
  options: { hints: boolean; keepGlyphIds: boolean },
): Buffer | undefined => {
  const tables = new Map([
    ["CFF ", data],
    ["maxp", glyphCountTable(whole.outlines.length)],
  ]);
  const font = subsetGlyphs(buildFont(OPENTYPE_CFF, tables), glyphs, { ...options, keepNames: !whole.isCidKeyed });
  const made = font && readTables(font)?.get("CFF ");
  const subset = made && readCff(made);
  return subset !== undefined && subset.isCidKeyed === whole.isCidKeyed && holdsGlyphs(whole, subset, glyphs)
    ? made
    : undefined;
};
