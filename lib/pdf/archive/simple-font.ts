import { readCmap } from "../../fonts/cmap.ts";
import { outlineOffsets } from "../../fonts/glyph-outlines.ts";
import { readTables } from "../../fonts/sfnt.ts";
import { readType1 } from "../../fonts/type1/program.ts";
import { dictAt, get, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { ifReadable } from "../if-readable.ts";
import { type Dict, Stream } from "../objects.ts";

interface Outlines {
  readonly ofCode: (code: number) => Buffer | undefined;
  readonly notdef: Buffer | undefined;
}

/** The first code of symbolic fonts in a Windows `cmap` (ISO 32000-2, 9.6.5.4). */
const SYMBOL_RANGE = 0xf000;

const trueTypeOutlines = (program: Buffer): Outlines | undefined => {
  const tables = readTables(program);
  const [cmap, glyf] = [tables?.get("cmap"), tables?.get("glyf")];
  const offsets = tables && outlineOffsets(tables);
  const subtables = cmap && readCmap(cmap);
  if (offsets === undefined || glyf === undefined || subtables === undefined) return undefined;
  const find = (platform: number) => subtables.find((each) => each.platform === platform && each.encoding === 0)?.glyph;
  const [macintosh, symbols] = [find(1), find(3)];
  const glyphOf = (code: number) => macintosh?.(code) || symbols?.(SYMBOL_RANGE + code) || symbols?.(code) || 0;
  const outline = (glyph: number) => glyf.subarray(offsets[glyph], offsets[glyph + 1]);
  return {
    ofCode: (code) => (glyphOf(code) === 0 ? undefined : outline(glyphOf(code))),
    notdef: outline(0),
  };
};

const type1Outlines = (program: Buffer): Outlines | undefined => {
  const font = readType1(program);
  if (font === undefined) return undefined;
  const { glyphs, encoding } = font;
  return { ofCode: (code) => glyphs.get(encoding.get(code) ?? ""), notdef: glyphs.get(".notdef") };
};

/** The outlines of an embedded font without an encoding in its dictionary. */
const outlinesOf = (font: Dict, budget: Budget): Outlines | undefined => {
  if (font.has("Encoding")) return undefined;
  const isTrueType = nameAt(font, "Subtype") === "TrueType";
  const stream = get(dictAt(font, "FontDescriptor"), isTrueType ? "FontFile2" : "FontFile");
  const program = stream instanceof Stream ? plainData(stream, budget) : undefined;
  return program && (isTrueType ? trueTypeOutlines(program) : type1Outlines(program));
};

/**
 * Whether strings in a simple font (ISO 32000-2, 9.6) show .notdef or a copy of it, which LibreOffice embeds for characters that no
 * font has. Undefined if the font cannot be one that LibreOffice embeds.
 */
export const showsMissingGlyph = (font: Dict, strings: Iterable<string>, budget: Budget): boolean | undefined => {
  const outlines = ifReadable(() => outlinesOf(font, budget));
  if (outlines === undefined) return undefined;
  const { ofCode, notdef } = outlines;
  const isMissing = (code: number): boolean => {
    const outline = ofCode(code);
    return outline === undefined || (outline.length > 0 && notdef !== undefined && outline.equals(notdef));
  };
  const codes = new Set([...strings].flatMap((text) => [...Buffer.from(text, "latin1")]));
  return [...codes].some(isMissing);
};
