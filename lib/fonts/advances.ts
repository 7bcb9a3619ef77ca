import type { Tables } from "./sfnt.ts";

/** Offsets in `head`, `hhea` and `maxp` (OpenType). */
const [UNITS_PER_EM, METRICS_COUNT, GLYPH_COUNT] = [18, 34, 4];
const ADVANCE_MAX = 0xffff;

/** The advances and left side bearings of all glyphs, one pair each; undefined if the tables are too short. */
const wholeMetrics = (tables: Tables): Buffer | undefined => {
  const [hhea, maxp, hmtx] = ["hhea", "maxp", "hmtx"].map((tag) => tables.get(tag));
  if (hhea === undefined || maxp === undefined || hmtx === undefined) return undefined;
  const [metrics, glyphs] = [hhea.readUInt16BE(METRICS_COUNT), maxp.readUInt16BE(GLYPH_COUNT)];
  if (metrics === 0 || hmtx.length < 4 * metrics + 2 * (glyphs - metrics)) return undefined;
  const whole = Buffer.alloc(4 * glyphs);
  for (let glyph = 0; glyph < glyphs; glyph++) {
    const at = glyph < metrics ? 4 * glyph : 4 * (metrics - 1);
    whole.writeUInt16BE(hmtx.readUInt16BE(at), 4 * glyph);
    const bearing = glyph < metrics ? at + 2 : 4 * metrics + 2 * (glyph - metrics);
    whole.writeInt16BE(hmtx.readInt16BE(bearing), 4 * glyph + 2);
  }
  return whole;
};

/**
 * The tables of a TrueType font whose glyphs have these advances, in thousandths of the font size; glyphs that are not in the map keep
 * theirs. Undefined if a table is missing or too short, or if an advance cannot be written.
 */
export const withAdvances = (tables: Tables, advances: ReadonlyMap<number, number>): Tables | undefined => {
  const metrics = wholeMetrics(tables);
  const [head, hhea] = [tables.get("head"), tables.get("hhea")];
  if (metrics === undefined || head === undefined || hhea === undefined) return undefined;
  const unitsPerEm = head.readUInt16BE(UNITS_PER_EM);
  for (const [glyph, width] of advances) {
    const advance = Math.round((width * unitsPerEm) / 1000);
    if (advance < 0 || advance > ADVANCE_MAX || 4 * glyph >= metrics.length) return undefined;
    metrics.writeUInt16BE(advance, 4 * glyph);
  }
  const heads = Buffer.from(hhea);
  heads.writeUInt16BE(metrics.length / 4, METRICS_COUNT);
  return new Map([...tables, ["hmtx", metrics], ["hhea", heads]]);
};
