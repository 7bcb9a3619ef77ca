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

/** Free families, by the names of the families whose metrics they have. */
const FAMILIES: readonly (readonly [RegExp, string, string])[] = [
  [/arial|helvetica|liberationsans|nimbussan/i, "LiberationSans", "ttf"],
  [/times|liberationserif|nimbusrom/i, "LiberationSerif", "ttc"],
  [/courier|liberationmono|nimbusmon/i, "LiberationMono", "ttc"],
  [/calibri|carlito/i, "Carlito", "ttc"],
  [/cambria|caladea/i, "Caladea", "ttf"],
];

/** Bits of a font's flags (ISO 32000-2, table 121). */
const [ITALIC, FORCE_BOLD] = [64, 262_144];
const SYMBOL_FONTS = /symbol|dingbat|wingding|webding/i;

/** The file of the face with the metrics of a font, by its name; undefined if there is none. */
const fileFor = (font: Dict): string | undefined => {
  const name = (nameAt(font, "BaseFont") ?? "").replace(/^[A-Z]{6}\+/, "");
  const flags = numberAt(dictAt(font, "FontDescriptor"), "Flags") ?? 0;
  if (SYMBOL_FONTS.test(name)) return undefined;
  const [, family, extension] = FAMILIES.find(([pattern]) => pattern.test(name)) ?? [];
  if (family === undefined) return undefined;
  const isBold = /bold|black|heavy|demi/i.test(name) || (flags & FORCE_BOLD) !== 0;
  const isItalic = /italic|oblique/i.test(name) || (flags & ITALIC) !== 0;
  const style = `${isBold ? "Bold" : ""}${isItalic ? "Italic" : ""}` || "Regular";
  return `${family}-${style}.${extension}`;
};

const faces = new Map<string, FreeFace | undefined>();

const readFace = (folder: string, name: string): FreeFace | undefined => {
  const file = readFileSync(join(folder, "files", name));
  const tables = isCollection(file) ? readCollection(file)?.[0] : readTables(file);
  const [cmap, head, hhea, hmtx] = ["cmap", "head", "hhea", "hmtx"].map((tag) => tables?.get(tag));
  if (tables === undefined || !cmap || !head || !hhea || !hmtx) return undefined;
  const subtables = readCmap(cmap)?.filter(({ platform }: CmapSubtable) => platform !== 1) ?? [];
  const scale = 1000 / head.readUInt16BE(18);
  const last = hhea.readUInt16BE(34) - 1;
  return {
    name: name.slice(0, name.indexOf(".")),
    file,
    tables,
    glyphOf: (character) => subtables.map(({ glyph }) => glyph(character)).find((glyph) => glyph > 0) ?? 0,
    widthOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, last)) * scale,
  };
};

/** The free face from a folder that may replace a font; undefined if there is none. */
export const freeFaceFor = (font: Dict, folder: string): FreeFace | undefined => {
  const name = fileFor(font);
  if (name === undefined) return undefined;
  if (!faces.has(name)) faces.set(name, readFace(folder, name));
  return faces.get(name);
};
