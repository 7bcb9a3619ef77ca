import { type Cff, readCff } from "../../../fonts/cff/read.ts";
import { cffWidths } from "../../../fonts/cff/widths.ts";
import { type CmapSubtable, readCmap } from "../../../fonts/cmap.ts";
import { glyphsNamed, readGlyphNames } from "../../../fonts/post.ts";
import { readTables, type Tables } from "../../../fonts/sfnt.ts";
import { outlineOf } from "../../../fonts/type1/outline.ts";
import { readType1 } from "../../../fonts/type1/program.ts";
import { dictAt, get } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { ifReadable } from "../../if-readable.ts";
import { type Dict, Stream } from "../../objects.ts";

/** The difference of widths that PDF/A allows, in thousandths of the font size (ISO 19005-2, 6.2.11.5). */
const WIDTH_TOLERANCE = 1;

/** Whether the stated width of a glyph differs from its own, or one of them is unknown. */
export const widthsDiffer = (stated: number | undefined, own: number | undefined): boolean =>
  stated === undefined || own === undefined || !(Math.abs(stated - own) <= WIDTH_TOLERANCE);

/** An embedded font program whose glyphs are selected by number. */
interface GlyphProgram {
  readonly bytes: Buffer;
  readonly glyphs: number;
  /** The advance of a glyph in thousandths of the font size; undefined if it is not known. */
  widthOf(glyph: number): number | undefined;
}

export interface TrueTypeProgram extends GlyphProgram {
  readonly kind: "truetype";
  readonly tables: Tables;
  readonly subtables: readonly CmapSubtable[];
  glyphNamed(names: readonly string[]): number;
}

export interface CffProgram extends GlyphProgram {
  readonly kind: "cff";
  readonly cff: Cff;
}

/** A Type 1 program, whose glyphs are selected by name. */
export interface Type1Font {
  readonly kind: "type1";
  readonly bytes: Buffer;
  readonly encoding: ReadonlyMap<number, string>;
  has(name: string): boolean;
  widthOfName(name: string): number | undefined;
}

export type FontProgram = TrueTypeProgram | CffProgram | Type1Font;

const readTrueType = (bytes: Buffer): TrueTypeProgram | undefined => {
  const tables = readTables(bytes);
  const [head, hhea, hmtx, maxp] = ["head", "hhea", "hmtx", "maxp"].map((tag) => tables?.get(tag));
  if (tables === undefined || !head || !hhea || !hmtx || !maxp || !tables.has("glyf")) return undefined;
  const cmap = tables.get("cmap");
  const post = tables.get("post");
  const names = post && readGlyphNames(post);
  const scale = 1000 / head.readUInt16BE(18);
  const metrics = hhea.readUInt16BE(34);
  return {
    kind: "truetype",
    bytes,
    tables,
    subtables: (cmap && readCmap(cmap)) ?? [],
    glyphs: maxp.readUInt16BE(4),
    widthOf: (glyph) => {
      const at = 4 * Math.min(glyph, metrics - 1);
      return at >= 0 && at + 2 <= hmtx.length ? hmtx.readUInt16BE(at) * scale : undefined;
    },
    glyphNamed: (wanted) => (names === undefined ? 0 : (glyphsNamed(names, new Set(wanted))[0] ?? 0)),
  };
};

const readCffProgram = (bytes: Buffer): CffProgram | undefined => {
  const cff = readCff(bytes);
  if (cff === undefined) return undefined;
  const widths = cffWidths(bytes);
  return { kind: "cff", bytes, cff, glyphs: widths.length, widthOf: (glyph) => widths[glyph] };
};

const readType1Font = (bytes: Buffer): Type1Font | undefined => {
  const program = readType1(bytes);
  if (program === undefined) return undefined;
  return {
    kind: "type1",
    bytes,
    encoding: program.encoding,
    has: (name) => program.glyphs.has(name),
    widthOfName: (name) => {
      try {
        return outlineOf(program, name).width * (program.matrix[0] ?? 0.001) * 1000;
      } catch {
        return undefined;
      }
    },
  };
};

const OPENTYPE = "OTTO";

const readProgram = (descriptor: Dict | undefined, budget: Budget): FontProgram | undefined => {
  const dataAt = (key: string) => {
    const stream = get(descriptor, key);
    return stream instanceof Stream ? plainData(stream, budget) : undefined;
  };
  const [old, sfnt, other] = ["FontFile", "FontFile2", "FontFile3"].map(dataAt);
  if (sfnt !== undefined) return readTrueType(sfnt);
  if (old !== undefined) return readType1Font(old);
  if (other === undefined) return undefined;
  if (other.toString("latin1", 0, 4) !== OPENTYPE) return other[0] === 1 ? readCffProgram(other) : readTrueType(other);
  const table = readTables(other)?.get("CFF ");
  return table && readCffProgram(Buffer.from(table));
};

/** The embedded program of a font; undefined if there is none, or it cannot be read. */
export const programOf = (font: Dict, budget: Budget): FontProgram | undefined =>
  ifReadable(() => readProgram(dictAt(font, "FontDescriptor"), budget));
