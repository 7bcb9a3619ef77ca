import type { Tables } from "./sfnt.ts";

const LONG_OFFSETS_AT = 50;
const GLYPH_COUNT_AT = 4;

/**
 * Where each glyph's outline begins in the table `glyf`, and where the last one ends (OpenType, "loca"); undefined if a table is
 * missing or too short, or offsets decrease: readers do not agree on the extent of such outlines.
 */
export const outlineOffsets = (tables: Tables): Uint32Array | undefined => {
  const [head, maxp, loca, glyf] = ["head", "maxp", "loca", "glyf"].map((tag) => tables.get(tag));
  if (head === undefined || maxp === undefined || loca === undefined || glyf === undefined) return undefined;
  if (head.length <= LONG_OFFSETS_AT + 1 || maxp.length < GLYPH_COUNT_AT + 2) return undefined;
  const isLong = head.readInt16BE(LONG_OFFSETS_AT) !== 0;
  const count = maxp.readUInt16BE(GLYPH_COUNT_AT);
  if (loca.length < (count + 1) * (isLong ? 4 : 2)) return undefined;
  const offsets = new Uint32Array(count + 1);
  for (let glyph = 0; glyph <= count; glyph++) {
    const offset = isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
    if (offset > glyf.length || offset < (offsets[glyph - 1] ?? 0)) return undefined;
    offsets[glyph] = offset;
  }
  return offsets;
};

/** The length in bytes of each glyph's outline; undefined as `outlineOffsets`. */
export const outlineLengths = (tables: Tables): Uint32Array | undefined => {
  const offsets = outlineOffsets(tables);
  return offsets?.subarray(1).map((end, glyph) => end - (offsets[glyph] ?? 0));
};

/** Whether a subset has an outline for each of the glyphs that have one in the whole font. */
export const holdsOutlines = (whole: Tables, subset: Tables, glyphs: Iterable<number>): boolean => {
  const [before, after] = [outlineLengths(whole), outlineLengths(subset)];
  if (before === undefined || after === undefined) return false;
  for (const glyph of glyphs) if ((before[glyph] ?? 0) > 0 && (after[glyph] ?? 0) === 0) return false;
  return true;
};
