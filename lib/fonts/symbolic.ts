import { withAdvances } from "./advances.ts";
import { type CmapSubtable, cmapFor } from "./cmap.ts";
import { outlineLengths } from "./glyph-outlines.ts";
import { subsetGlyphs } from "./harfbuzz.ts";
import { buildFont, readTables, TRUETYPE } from "./sfnt.ts";

/** A glyph of a code, and its advance in thousandths of the font size; without a glyph nothing is drawn. */
export interface CodedGlyph {
  readonly code: number;
  readonly glyph: number | undefined;
  readonly width: number;
}

/** The codes of symbolic fonts in a Windows `cmap` begin here (ISO 32000-2, 9.6.5.4). */
const SYMBOL_RANGE = 0xf000;
const [MACINTOSH, WINDOWS] = [1, 3];
const POST_WITHOUT_NAMES = 0x00030000;
const POST_BYTES = 32;

/** A glyph for each code: blank ones for codes without a glyph, by width. Undefined if two widths ask for one glyph. */
const placeGlyphs = (coded: readonly CodedGlyph[], blanks: number[]): Map<number, number> | undefined => {
  const widths = new Map<number, number>();
  const blankOf = new Map<number, number>();
  const placed = new Map<number, number>();
  for (const { code, glyph, width } of coded) {
    let chosen = glyph ?? blankOf.get(width);
    if (chosen === undefined) {
      chosen = blanks.pop();
      if (chosen === undefined) return undefined;
      blankOf.set(width, chosen);
    }
    if ((widths.get(chosen) ?? width) !== width) return undefined;
    widths.set(chosen, width);
    placed.set(code, chosen);
  }
  return placed;
};

const subtable = (platform: number, first: number, placed: ReadonlyMap<number, number>): CmapSubtable => ({
  platform,
  encoding: 0,
  format: 4,
  glyph: (code) => placed.get(code - first) ?? 0,
});

/**
 * A TrueType font whose codes of one byte select these glyphs with these advances, in every reader: it is symbolic (ISO 32000-2,
 * 9.6.5.4). Undefined for a font that cannot be read or has no TrueType outlines, or if the glyphs exclude each other.
 */
export const symbolicFont = (font: Buffer, coded: readonly CodedGlyph[]): Buffer | undefined => {
  const used = new Set(coded.flatMap(({ glyph }) => glyph ?? []));
  const subset = subsetGlyphs(font, used, { hints: true, keepGlyphIds: true });
  const tables = subset && readTables(subset);
  const lengths = tables && outlineLengths(tables);
  if (tables === undefined || lengths === undefined) return undefined;
  const blanks = [...lengths.keys()].filter((glyph) => glyph > 0 && lengths[glyph] === 0 && !used.has(glyph));
  const placed = placeGlyphs(coded, blanks);
  if (placed === undefined || [...placed.values()].some((glyph) => glyph === 0 || glyph >= lengths.length))
    return undefined;
  const advances = new Map(coded.map(({ code, width }) => [placed.get(code) ?? 0, width]));
  const measured = withAdvances(tables, advances);
  if (measured === undefined) return undefined;
  const post = Buffer.alloc(POST_BYTES);
  post.writeUInt32BE(POST_WITHOUT_NAMES);
  const codes = [...placed.keys()].flatMap((code) => [code, SYMBOL_RANGE + code]);
  const cmap = cmapFor([subtable(MACINTOSH, 0, placed), subtable(WINDOWS, SYMBOL_RANGE, placed)], codes);
  return buildFont(TRUETYPE, new Map([...measured, ["post", post], ["cmap", cmap]]));
};
