import { withAdvances } from "../../../fonts/advances.ts";
import { buildFont, TRUETYPE } from "../../../fonts/sfnt.ts";
import { dictAt, nameAt, numberAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { identityDescendant, twoByteCodes } from "../../compress/fonts/shown-glyphs.ts";
import { deflate } from "../../compress/repack.ts";
import { cidWidths } from "../../contents/font-widths.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../../objects.ts";
import { cidGlyphs } from "./font-faults.ts";
import { programOf, type TrueTypeProgram, widthsDiffer } from "./font-programs.ts";

/** The stated widths of the glyphs that are shown; undefined if a glyph has two, or if all are those of the program. */
const changedWidths = (
  descendant: Dict,
  glyphs: Iterable<readonly [cid: number, glyph: number]>,
  program: TrueTypeProgram,
): Map<number, number> | undefined => {
  const stated = cidWidths(descendant);
  const defaultWidth = numberAt(descendant, "DW") ?? 1000;
  const widths = new Map<number, number>();
  for (const [cid, glyph] of glyphs) {
    const width = stated.get(cid) ?? defaultWidth;
    if (widthsDiffer(width, widths.get(glyph) ?? width)) return undefined;
    widths.set(glyph, width);
  }
  return [...widths].some(([glyph, width]) => widthsDiffer(width, program.widthOf(glyph))) ? widths : undefined;
};

/**
 * Gives the glyphs of a composite TrueType font the widths that the font states, by which readers place them (ISO 19005-2, 6.2.11.5):
 * wkhtmltopdf rounds the stated ones, and Tesseract's font for recognised text has one width for all.
 */
export const mendCompositeWidths = (font: Dict, strings: Iterable<string>, budget: Budget): void => {
  const descendant = identityDescendant(font);
  const descriptor = dictAt(descendant, "FontDescriptor");
  if (descendant === undefined || descriptor === undefined || nameAt(descendant, "Subtype") !== "CIDFontType2") return;
  const program = programOf(descendant, budget);
  const glyphOf = program && cidGlyphs(descendant, program, budget);
  if (program?.kind !== "truetype" || glyphOf === undefined) return;
  const glyphs = [...twoByteCodes(strings)].map((cid) => [cid, glyphOf(cid)] as const);
  const widths = changedWidths(descendant, glyphs, program);
  const tables = widths && withAdvances(program.tables, widths);
  if (tables === undefined) return;
  const made = buildFont(TRUETYPE, tables);
  const stream = new Stream(makeDict({ Length1: made.length, Filter: new Name("FlateDecode") }), deflate(made));
  descendant.set("FontDescriptor", new Map(descriptor).set("FontFile2", new Ref(stream)));
};
