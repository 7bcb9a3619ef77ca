import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Cff, readCff } from "../../../fonts/cff/read.ts";
import { cffWidths } from "../../../fonts/cff/widths.ts";
import { characterOf } from "../../../fonts/glyph-list.ts";
import { SYMBOL_ENCODING, ZAPF_DINGBATS_ENCODING, ZAPF_DINGBATS_GLYPHS } from "../../../fonts/symbol-encodings.ts";
import { nameAt } from "../../access.ts";
import type { Dict } from "../../objects.ts";
import type { FaceMetrics } from "../../symbolic-font.ts";

/** A face with the glyphs and metrics of Symbol or ZapfDingbats, which readers have and files need not embed. */
export interface SymbolFace {
  readonly name: string;
  readonly file: Buffer;
  readonly cff: Cff;
  /** The names of its glyphs by the codes of a font that names no encoding. */
  readonly encoding: ReadonlyMap<number, string>;
  readonly metrics: FaceMetrics;
  characterOf(name: string): number | undefined;
  /** The number of the glyph of a name; undefined if the face has none. */
  glyphNamed(name: string): number | undefined;
  /** The advance of a glyph in thousandths of the font size. */
  widthOf(glyph: number): number;
}

interface Standard {
  readonly pattern: RegExp;
  readonly name: string;
  readonly encoding: ReadonlyMap<number, string>;
  readonly boundingBox: readonly number[];
  characterOf(name: string): number | undefined;
}

/** The standard symbol fonts by the names of fonts, with the bounding boxes of Adobe's metrics. */
const STANDARDS: readonly Standard[] = [
  {
    pattern: /^(?:[A-Z]{6}\+)?Symbol(?:MT)?$/,
    name: "FoxitSymbol",
    encoding: SYMBOL_ENCODING,
    boundingBox: [-180, -293, 1090, 1010],
    characterOf,
  },
  {
    pattern: /^(?:[A-Z]{6}\+)?(?:ITC)?ZapfDingbats/,
    name: "FoxitDingbats",
    encoding: ZAPF_DINGBATS_ENCODING,
    boundingBox: [-1, -143, 981, 820],
    characterOf: (name) => ZAPF_DINGBATS_GLYPHS.get(name) ?? characterOf(name),
  },
];

const faces = new Map<string, SymbolFace>();

const readFace = (folder: string, standard: Standard): SymbolFace => {
  const { name, encoding, boundingBox } = standard;
  const file = readFileSync(join(folder, "standard", `${name}.pfb`));
  const cff = readCff(file);
  if (cff === undefined) throw new Error(`${name} is not a font.`);
  const glyphs = new Map(cff.names.map((glyph, number) => [glyph, number]));
  const widths = cffWidths(file).map((width) => Math.round(width ?? 0));
  const [, descent = 0, , ascent = 0] = boundingBox;
  return {
    name,
    file,
    cff,
    encoding,
    characterOf: standard.characterOf,
    metrics: { boundingBox, ascent, descent, isBold: false, isItalic: false },
    glyphNamed: (glyph) => glyphs.get(glyph),
    widthOf: (glyph) => widths[glyph] ?? 0,
  };
};

/** The face from a folder for a font with the name of Symbol or ZapfDingbats; undefined for another font. */
export const symbolFaceFor = (font: Dict, folder: string): SymbolFace | undefined => {
  const name = nameAt(font, "BaseFont") ?? "";
  const standard = STANDARDS.find(({ pattern }) => pattern.test(name));
  if (standard === undefined) return undefined;
  const face = faces.get(standard.name) ?? readFace(folder, standard);
  faces.set(standard.name, face);
  return face;
};
