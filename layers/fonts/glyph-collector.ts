import { outlineOffsets } from "../../lib/fonts/glyph-outlines.ts";
import type { Tables } from "../../lib/fonts/sfnt.ts";

/** Flags of a component of a composite glyph (OpenType, "glyf"). */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;
const INSTRUCTIONS = 0x0100;

/** The header of an outline: the number of its contours, or -1 for a composite one, and its box. */
const HEADER_BYTES = 10;

const componentBytes = (flags: number): number =>
  4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0);

/** A simple outline without instructions, which need tables of its font. */
const withoutInstructions = (outline: Buffer): Buffer => {
  const at = HEADER_BYTES + 2 * outline.readInt16BE(0);
  const begin = outline.subarray(0, at);
  return Buffer.concat([begin, Buffer.alloc(2), outline.subarray(at + 2 + outline.readUInt16BE(at))]);
};

/** Glyphs of several fonts with equal units per em, which become the glyphs of one font, without hints. */
export class GlyphCollector {
  readonly #sources: readonly Tables[];
  readonly #offsets: readonly Uint32Array[];
  readonly #outlines: Buffer[] = [];
  readonly #metrics: Buffer[] = [];
  readonly #known = new Map<string, number>();

  /** The first glyph of the first font stands for missing characters. */
  constructor(sources: readonly Tables[]) {
    this.#sources = sources;
    this.#offsets = sources.map((tables) => outlineOffsets(tables)!);
    this.add(0, 0);
  }

  /** Adds a glyph of a font with its components; returns its number in the new font. */
  add(source: number, glyph: number): number {
    const key = `${source} ${glyph}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.#outlines.push(Buffer.alloc(0)) - 1;
    this.#known.set(key, number);
    this.#metrics.push(this.#metricsOf(source, glyph));
    const offsets = this.#offsets[source]!;
    const outline = this.#sources[source]!.get("glyf")!.subarray(offsets[glyph], offsets[glyph + 1]);
    if (outline.length > 0)
      this.#outlines[number] =
        outline.readInt16BE(0) < 0 ? this.#withComponents(source, outline) : withoutInstructions(outline);
    return number;
  }

  /** The tables for these glyphs. The others of the first font are given. */
  tables(head: Buffer, hhea: Buffer): [string, Buffer][] {
    const padded = this.#outlines.map((outline) => Buffer.concat([outline, Buffer.alloc(-outline.length & 3)]));
    const loca = Buffer.alloc(4 * (padded.length + 1));
    let end = 0;
    for (const [glyph, outline] of padded.entries()) {
      end += outline.length;
      loca.writeUInt32BE(end, 4 * (glyph + 1));
    }
    const [longHead, fullHhea] = [Buffer.from(head), Buffer.from(hhea)];
    longHead.writeInt16BE(1, 50);
    fullHhea.writeUInt16BE(padded.length, 34);
    return [
      ["head", longHead],
      ["hhea", fullHhea],
      ["maxp", this.#maxp()],
      ["hmtx", Buffer.concat(this.#metrics)],
      ["loca", loca],
      ["glyf", Buffer.concat(padded)],
    ];
  }

  /** The advance and the left side bearing of a glyph (OpenType, "hmtx"). */
  #metricsOf(source: number, glyph: number): Buffer {
    const tables = this.#sources[source]!;
    const hmtx = tables.get("hmtx")!;
    const count = tables.get("hhea")!.readUInt16BE(34);
    if (glyph < count) return hmtx.subarray(4 * glyph, 4 * glyph + 4);
    const bearing = hmtx.subarray(4 * count + 2 * (glyph - count), 4 * count + 2 * (glyph - count) + 2);
    return Buffer.concat([hmtx.subarray(4 * count - 4, 4 * count - 2), bearing]);
  }

  #withComponents(source: number, outline: Buffer): Buffer {
    const changed = Buffer.from(outline);
    for (let at = HEADER_BYTES; ; ) {
      const flags = changed.readUInt16BE(at);
      changed.writeUInt16BE(flags & ~INSTRUCTIONS, at);
      changed.writeUInt16BE(this.add(source, changed.readUInt16BE(at + 2)), at + 2);
      at += componentBytes(flags);
      if ((flags & MORE) === 0) return changed.subarray(0, at);
    }
  }

  /** The largest values of all fonts (OpenType, "maxp", version 1). */
  #maxp(): Buffer {
    const [first, ...others] = this.#sources.map((tables) => tables.get("maxp")!) as [Buffer, ...Buffer[]];
    const maxp = Buffer.from(first);
    for (let at = 6; at < 32; at += 2)
      maxp.writeUInt16BE(Math.max(maxp.readUInt16BE(at), ...others.map((other) => other.readUInt16BE(at))), at);
    maxp.writeUInt16BE(this.#outlines.length, 4);
    return maxp;
  }
}
