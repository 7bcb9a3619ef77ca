import { arrayAt, dictAt, dictOf, get, nameAt, numberAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { twoByteCodes } from "../../compress/fonts/shown-glyphs.ts";
import { cidWidths } from "../../contents/font-widths.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Stream } from "../../objects.ts";
import { isEmbedded } from "../embedded-font.ts";
import { type CffProgram, type FontProgram, programOf, type Type1Font, widthsDiffer } from "./font-programs.ts";
import { codesIn, statedWidth } from "./simple-encoding.ts";
import { strictGlyph, trueTypeEncodingFault } from "./truetype-codes.ts";
import { type1Names } from "./type1-codes.ts";
import { isUsualType1 } from "./type1-fonts.ts";
import { hasType3Glyphs, hasType3Widths } from "./type3-fonts.ts";

/** The faults of fonts by the clauses of ISO 19005-2, as ends of sentences. */
const FONT_FAULTS = {
  foreign: "it shows a font that is not embedded and for which there is no free one (ISO 19005-2, 6.2.11.4.1)",
  unreadable: "it has a font that cannot be checked (ISO 19005-2, 6.2.11.4.1)",
  missing: "it shows characters that their font does not have (ISO 19005-2, 6.2.11.4.1 and 6.2.11.8)",
  widths: "it has a font whose widths are not those of its glyphs (ISO 19005-2, 6.2.11.5)",
  encoding: "it has a TrueType font with an encoding of another kind (ISO 19005-2, 6.2.11.6)",
  composite: "it has a composite font whose codes cannot be followed (ISO 19005-2, 6.2.11.3)",
} as const;

const type1Fault = (font: Dict, codes: Iterable<number>, program: Type1Font): string | undefined => {
  for (const code of codes) {
    const name = type1Names(font, code, program.encoding.get(code)).find((each) => program.has(each));
    if (name === undefined || name === ".notdef") return FONT_FAULTS.missing;
    if (widthsDiffer(statedWidth(font, code), program.widthOfName(name))) return FONT_FAULTS.widths;
  }
  return undefined;
};

const simpleCffFault = (font: Dict, codes: Iterable<number>, program: CffProgram): string | undefined => {
  const { cff } = program;
  const glyphs = new Map(cff.names.map((name, glyph) => [name, glyph]));
  for (const code of codes) {
    const own = cff.encoding.get(code);
    const names = type1Names(font, code, own === undefined ? undefined : cff.names[own]);
    const glyph = names.map((name) => glyphs.get(name)).find((found) => found !== undefined) ?? 0;
    if (glyph === 0) return FONT_FAULTS.missing;
    if (widthsDiffer(statedWidth(font, code), program.widthOf(glyph))) return FONT_FAULTS.widths;
  }
  return undefined;
};

const simpleFault = (font: Dict, strings: Iterable<string>, budget: Budget): string | undefined => {
  const program = programOf(font, budget);
  if (program === undefined) return FONT_FAULTS.unreadable;
  const codes = codesIn(strings);
  if (codes.size > 0 && (arrayAt(font, "Widths") === undefined || numberAt(font, "FirstChar") === undefined))
    return FONT_FAULTS.widths;
  const isTrueType = nameAt(font, "Subtype") === "TrueType";
  if (isTrueType !== (program.kind === "truetype")) return FONT_FAULTS.unreadable;
  if (program.kind === "type1")
    return isUsualType1(program.bytes) ? type1Fault(font, codes, program) : FONT_FAULTS.unreadable;
  if (program.kind === "cff")
    return program.cff.isCidKeyed ? FONT_FAULTS.unreadable : simpleCffFault(font, codes, program);
  if (trueTypeEncodingFault(font, program)) return FONT_FAULTS.encoding;
  for (const code of codes) {
    const glyph = code === 0 ? 0 : strictGlyph(font, code, program);
    if (glyph === 0 || glyph >= program.glyphs) return FONT_FAULTS.missing;
    if (widthsDiffer(statedWidth(font, code), program.widthOf(glyph))) return FONT_FAULTS.widths;
  }
  return undefined;
};

/** The glyph of each CID; undefined if the map cannot be read. */
export const cidGlyphs = (
  descendant: Dict,
  program: FontProgram,
  budget: Budget,
): ((cid: number) => number) | undefined => {
  if (program.kind === "type1") return undefined;
  if (program.kind === "cff") {
    if (!program.cff.isCidKeyed) return (cid) => cid;
    const glyphs = new Map(program.cff.charset.map((cid, glyph) => [cid, glyph]));
    return (cid) => glyphs.get(cid) ?? 0;
  }
  const map = get(descendant, "CIDToGIDMap");
  if (!(map instanceof Stream)) return nameAt(descendant, "CIDToGIDMap") === "Identity" ? (cid) => cid : undefined;
  const data = plainData(map, budget);
  return data && ((cid) => (2 * cid + 1 < data.length ? data.readUInt16BE(2 * cid) : 0));
};

const compositeFault = (font: Dict, strings: Iterable<string>, budget: Budget): string | undefined => {
  const descendant = dictOf(arrayAt(font, "DescendantFonts")?.[0]);
  if (descendant === undefined || !/^Identity-[HV]$/.test(nameAt(font, "Encoding") ?? "")) return FONT_FAULTS.composite;
  const program = programOf(descendant, budget);
  if (program === undefined) return FONT_FAULTS.unreadable;
  const isTrueType = nameAt(descendant, "Subtype") === "CIDFontType2";
  const glyphOf = cidGlyphs(descendant, program, budget);
  if (glyphOf === undefined || program.kind === "type1" || isTrueType !== (program.kind === "truetype"))
    return FONT_FAULTS.composite;
  const widths = cidWidths(descendant);
  const defaultWidth = numberAt(descendant, "DW") ?? 1000;
  for (const cid of twoByteCodes(strings)) {
    const glyph = glyphOf(cid);
    if (cid === 0 || glyph === 0 || glyph >= program.glyphs) return FONT_FAULTS.missing;
    if (widthsDiffer(widths.get(cid) ?? defaultWidth, program.widthOf(glyph))) return FONT_FAULTS.widths;
  }
  return undefined;
};

/** The subtypes of CFF programs that each type of font may embed (ISO 32000-2, table 124). */
const CFF_KINDS: Readonly<Record<string, RegExp>> = {
  Type1: /^(?:Type1C|OpenType)$/,
  MMType1: /^(?:Type1C|OpenType)$/,
  CIDFontType0: /^(?:CIDFontType0C|OpenType)$/,
  CIDFontType2: /^OpenType$/,
  TrueType: /^OpenType$/,
};

const isOtherKind = (holder: Dict): boolean => {
  const program = get(dictAt(holder, "FontDescriptor"), "FontFile3");
  if (!(program instanceof Stream)) return false;
  return CFF_KINDS[nameAt(holder, "Subtype") ?? ""]?.test(nameAt(program, "Subtype") ?? "") !== true;
};

/** The fault of a font by ISO 19005-2, 6.2.11, as the end of a sentence, if these strings are shown; undefined if there is none. */
export const fontFault = (font: Dict, strings: ReadonlySet<string>, budget: Budget): string | undefined => {
  const type = nameAt(font, "Subtype");
  if (type === "Type3") {
    if (!hasType3Glyphs(font, strings)) return FONT_FAULTS.missing;
    return hasType3Widths(font, strings, budget) ? undefined : FONT_FAULTS.widths;
  }
  const holder = dictOf(arrayAt(font, "DescendantFonts")?.[0]) ?? font;
  if (!isEmbedded(holder)) return FONT_FAULTS.foreign;
  if (isOtherKind(holder)) return FONT_FAULTS.unreadable;
  try {
    return budget.lend(() =>
      type === "Type0" ? compositeFault(font, strings, budget) : simpleFault(font, strings, budget),
    );
  } catch (error) {
    if (error instanceof RangeError) return FONT_FAULTS.unreadable;
    throw error;
  }
};
