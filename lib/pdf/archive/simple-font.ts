import { readCmap } from "../../fonts/cmap.ts";
import { outlineOffsets } from "../../fonts/glyph-outlines.ts";
import { readTables } from "../../fonts/sfnt.ts";
import { readType1 } from "../../fonts/type1/program.ts";
import { dictAt, get, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Stream } from "../objects.ts";

/** The outline of the glyph of a code, and that of .notdef. */
interface Outlines {
  readonly ofCode: (code: number) => Buffer | undefined;
  readonly notdef: Buffer | undefined;
}

/** The codes of symbolic fonts in a Windows `cmap` begin here (ISO 32000-2, 9.6.5.4). */
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

/** The outlines of an embedded font whose codes have the meanings that the font itself defines. */
const outlinesOf = (font: Dict, budget: Budget): Outlines | undefined => {
  if (font.has("Encoding")) return undefined;
  const isTrueType = nameAt(font, "Subtype") === "TrueType";
  const stream = get(dictAt(font, "FontDescriptor"), isTrueType ? "FontFile2" : "FontFile");
  const program = stream instanceof Stream ? plainData(stream, budget) : undefined;
  return program && (isTrueType ? trueTypeOutlines(program) : type1Outlines(program));
};

const orUndefinedIfDamaged = <Result>(read: () => Result): Result | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/**
 * Whether strings in a simple font (ISO 32000-2, 9.6) show .notdef or a glyph with the same outline: LibreOffice copies .notdef
 * for characters that no font has. Undefined if the font is not one of those that LibreOffice embeds.
 */
export const showsMissingGlyph = (font: Dict, strings: Iterable<string>, budget: Budget): boolean | undefined => {
  const outlines = orUndefinedIfDamaged(() => outlinesOf(font, budget));
  if (outlines === undefined) return undefined;
  const { ofCode, notdef } = outlines;
  const isMissing = (code: number): boolean => {
    const outline = ofCode(code);
    return outline === undefined || (outline.length > 0 && notdef !== undefined && outline.equals(notdef));
  };
  const codes = new Set([...strings].flatMap((text) => [...Buffer.from(text, "latin1")]));
  return [...codes].some(isMissing);
};
