import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CmapSubtable, readCmap } from "../../../fonts/cmap.ts";
import { isCollection, readCollection } from "../../../fonts/collection.ts";
import { readTables, type Tables } from "../../../fonts/sfnt.ts";
import { dictAt, nameAt, numberAt } from "../../access.ts";
import type { Dict } from "../../objects.ts";

/** A free face that may replace one that is not embedded. */
export interface FreeFace {
  readonly name: string;
  readonly file: Buffer;
  readonly tables: Tables;
  /** The glyph of a character; 0 if the face has none. */
  glyphOf(character: number): number;
  /** The advance of a glyph in thousandths of the font size. */
  widthOf(glyph: number): number;
}

type Style = "Regular" | "Bold" | "Italic" | "BoldItalic";

/** How the files of Gelasio say their style. */
const GELASIO_STYLES = {
  Regular: "400Regular",
  Bold: "700Bold",
  Italic: "400Regular_Italic",
  BoldItalic: "700Bold_Italic",
} as const satisfies Readonly<Record<Style, string>>;

/** Free families with the names of their files, by the names of the families whose metrics they have. */
const FAMILIES: readonly (readonly [RegExp, string, (style: Style) => string])[] = [
  [/arial|helvetica|liberationsans|nimbussan/i, "LiberationSans", (style) => `LiberationSans-${style}.ttf`],
  [/times|liberationserif|nimbusrom/i, "LiberationSerif", (style) => `LiberationSerif-${style}.ttc`],
  [/courier|liberationmono|nimbusmon/i, "LiberationMono", (style) => `LiberationMono-${style}.ttc`],
  [/calibri|carlito/i, "Carlito", (style) => `Carlito-${style}.ttc`],
  [/cambria|caladea/i, "Caladea", (style) => `Caladea-${style}.ttf`],
  [/georgia|gelasio/i, "Gelasio", (style) => `Gelasio_${GELASIO_STYLES[style]}.ttf`],
];

/** Bits of a font's flags (ISO 32000-2, table 121). */
const [ITALIC, FORCE_BOLD] = [64, 262_144];
const SYMBOL_FONTS = /symbol|dingbat|wingding|webding/i;

/** The name and the file of the face with the metrics of a font, by its name; undefined if there is none. */
const faceFor = (font: Dict): { readonly name: string; readonly fileName: string } | undefined => {
  const name = (nameAt(font, "BaseFont") ?? "").replace(/^[A-Z]{6}\+/, "");
  const flags = numberAt(dictAt(font, "FontDescriptor"), "Flags") ?? 0;
  if (SYMBOL_FONTS.test(name)) return undefined;
  const found = FAMILIES.find(([pattern]) => pattern.test(name));
  if (found === undefined) return undefined;
  const [, family, fileNameOf] = found;
  const isBold = /bold|black|heavy|demi/i.test(name) || (flags & FORCE_BOLD) !== 0;
  const isItalic = /italic|oblique/i.test(name) || (flags & ITALIC) !== 0;
  const [slanted, upright]: [Style, Style] = isBold ? ["BoldItalic", "Bold"] : ["Italic", "Regular"];
  const style = isItalic ? slanted : upright;
  return { name: `${family}-${style}`, fileName: fileNameOf(style) };
};

const faces = new Map<string, FreeFace | undefined>();

const readFace = (name: string, path: string): FreeFace | undefined => {
  const file = readFileSync(path);
  const tables = isCollection(file) ? readCollection(file)?.[0] : readTables(file);
  const [cmap, head, hhea, hmtx] = ["cmap", "head", "hhea", "hmtx"].map((tag) => tables?.get(tag));
  if (tables === undefined || !cmap || !head || !hhea || !hmtx) return undefined;
  const subtables = readCmap(cmap)?.filter(({ platform }: CmapSubtable) => platform !== 1) ?? [];
  const scale = 1000 / head.readUInt16BE(18);
  const last = hhea.readUInt16BE(34) - 1;
  return {
    name,
    file,
    tables,
    glyphOf: (character) => subtables.map(({ glyph }) => glyph(character)).find((glyph) => glyph > 0) ?? 0,
    widthOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, last)) * scale,
  };
};

/** The free face from a folder that may replace a font; undefined if there is none. */
export const freeFaceFor = (font: Dict, folder: string): FreeFace | undefined => {
  const face = faceFor(font);
  if (face === undefined) return undefined;
  const { name, fileName } = face;
  if (!faces.has(name)) faces.set(name, readFace(name, join(folder, "files", fileName)));
  return faces.get(name);
};
