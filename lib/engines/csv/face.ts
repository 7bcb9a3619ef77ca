import { readFileSync } from "node:fs";
import { type CmapSubtable, readCmap } from "../../fonts/cmap.ts";
import { subsetGlyphs } from "../../fonts/harfbuzz.ts";
import { readTables, type Tables } from "../../fonts/sfnt.ts";

/** The glyphs of characters by the last subtable of format 12, else the first of format 4 (OpenType, "cmap"). */
const characterMapOf = (cmap: Buffer): CmapSubtable["glyph"] => {
  const subtables = readCmap(cmap) ?? [];
  const best = subtables.findLast(({ format }) => format === 12) ?? subtables.find(({ format }) => format === 4);
  if (best === undefined) throw new Error("A font has no usable character map.");
  return best.glyph;
};

/** A font file: its glyphs by character, their widths in thousandths of the font size, and its subset. */
export class Face {
  readonly name: string;
  readonly file: Buffer;
  readonly boundingBox: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly glyphOf: (code: number) => number;
  readonly #tables: Tables;
  readonly #unitsPerEm: number;
  readonly #metricCount: number;

  constructor(path: string, name: string) {
    this.name = name;
    this.file = readFileSync(path);
    const tables = readTables(this.file);
    if (tables === undefined) throw new Error(`${name} is not a font`);
    this.#tables = tables;
    const [head, hhea] = [this.#table("head"), this.#table("hhea")];
    this.#unitsPerEm = head.readUInt16BE(18);
    this.boundingBox = [36, 38, 40, 42].map((at) => this.#scaled(head.readInt16BE(at)));
    this.ascent = this.#scaled(hhea.readInt16BE(4));
    this.descent = this.#scaled(hhea.readInt16BE(6));
    this.#metricCount = hhea.readUInt16BE(34);
    this.glyphOf = characterMapOf(this.#table("cmap"));
  }

  #table(tag: string): Buffer {
    const table = this.#tables.get(tag);
    if (table === undefined) throw new Error(`${this.name} has no ${tag}`);
    return table;
  }

  #scaled(value: number): number {
    return Math.round((value * 1000) / this.#unitsPerEm);
  }

  /** A glyph's width in thousandths of the font size. */
  widthOf(glyph: number): number {
    return this.#scaled(this.#table("hmtx").readUInt16BE(4 * Math.min(glyph, this.#metricCount - 1)));
  }

  /** Whether its glyphs are bitmaps (OpenType, "CBDT"). A PDF cannot embed such a font. */
  get isEmojiFont(): boolean {
    return this.#tables.has("CBDT");
  }

  /** The font with only these glyphs, which keep their numbers. */
  subset(glyphs: Iterable<number>): Buffer {
    return subsetGlyphs(this.file, glyphs, { hints: false, keepGlyphIds: true }) ?? this.file;
  }
}
