import { outlineLengths } from "../../../fonts/glyph-outlines.ts";
import type { CodedGlyph } from "../../../fonts/symbolic.ts";
import { symbolicFont } from "../../../fonts/symbolic.ts";
import { arrayAt, dictAt, dictOf, get, nameAt, numberAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { deflate } from "../../compress/repack.ts";
import type { ContentUsage } from "../../compress/usage.ts";
import { ifReadable } from "../../if-readable.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../../objects.ts";
import { mendCff } from "./cff-fonts.ts";
import { mendCompositeWidths } from "./composite-widths.ts";
import { becomeSymbolic } from "./embed-fonts.ts";
import { programOf, type TrueTypeProgram, widthsDiffer } from "./font-programs.ts";
import { codesIn, statedWidth } from "./simple-encoding.ts";
import { strictGlyph, trueTypeEncodingFault, trueTypeGlyph } from "./truetype-codes.ts";
import { mendType1 } from "./type1-fonts.ts";
import { fillType3 } from "./type3-fonts.ts";

const SYMBOLIC = 4;
const NONSYMBOLIC = 32;

const codedGlyphs = (font: Dict, codes: Iterable<number>, program: TrueTypeProgram): CodedGlyph[] | undefined => {
  const notdefBytes = outlineLengths(program.tables)?.[0];
  const missing = numberAt(dictAt(font, "FontDescriptor"), "MissingWidth");
  const coded: CodedGlyph[] = [];
  for (const code of codes) {
    const glyph = trueTypeGlyph(font, code, program);
    if (code === 0 || (glyph === 0 && notdefBytes !== 0)) return undefined;
    const width = statedWidth(font, code) ?? missing ?? program.widthOf(glyph) ?? 0;
    coded.push({ code, glyph: glyph === 0 ? undefined : glyph, width });
  }
  return coded;
};

const hasFault = (font: Dict, codes: Iterable<number>, program: TrueTypeProgram): boolean => {
  if (trueTypeEncodingFault(font, program)) return true;
  for (const code of codes) {
    const glyph = strictGlyph(font, code, program);
    if (glyph === 0 || widthsDiffer(statedWidth(font, code), program.widthOf(glyph))) return true;
  }
  return false;
};

const mendTrueType = (font: Dict, strings: Iterable<string>, budget: Budget): void => {
  const program = programOf(font, budget);
  const descriptor = dictAt(font, "FontDescriptor");
  if (program?.kind !== "truetype" || descriptor === undefined) return;
  const codes = codesIn(strings);
  if (!hasFault(font, codes, program)) return;
  const coded = codedGlyphs(font, codes, program);
  const made = coded && symbolicFont(program.bytes, coded);
  if (coded === undefined || made === undefined) return;
  const stream = new Stream(makeDict({ Length1: made.length, Filter: new Name("FlateDecode") }), deflate(made));
  const own = new Map(descriptor).set("FontFile2", new Ref(stream));
  own.set("Flags", ((numberAt(own, "Flags") ?? 0) | SYMBOLIC) & ~NONSYMBOLIC);
  becomeSymbolic(font, own, coded);
};

const mendFont = (font: Dict, strings: Iterable<string>, budget: Budget): void => {
  const type = nameAt(font, "Subtype");
  const descriptor = dictAt(font, "FontDescriptor");
  if (type === "Type3") fillType3(font, strings, budget);
  else if (type === "TrueType" && get(descriptor, "FontFile2") instanceof Stream) mendTrueType(font, strings, budget);
  else if (get(descriptor, "FontFile") instanceof Stream) mendType1(font, strings, budget);
  else {
    mendCff(type === "Type0" ? (dictOf(arrayAt(font, "DescendantFonts")?.[0]) ?? font) : font, budget);
    mendCompositeWidths(font, strings, budget);
  }
};

/**
 * Mends the fonts that are shown: the encodings of simple fonts and the widths of TrueType fonts agree with their programs afterwards
 * (ISO 19005-2, 6.2.11.5 and 6.2.11.6), and Type 3 fonts have a glyph for each code.
 */
export const mendFonts = ({ shownStrings }: ContentUsage, budget: Budget): void => {
  for (const [font, strings] of shownStrings) ifReadable(() => budget.lend(() => mendFont(font, strings, budget)));
};
