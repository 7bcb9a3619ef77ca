import { deflateQuickly } from "../../../deflate/deflate.ts";
import { buildCff } from "../../../fonts/type1/cff.ts";
import { charstring } from "../../../fonts/type1/charstring.ts";
import { outlineOf, UnsupportedCharstring } from "../../../fonts/type1/outline.ts";
import { readType1, type Type1Program } from "../../../fonts/type1/program.ts";
import { get, nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Name, Ref, Stream } from "../../objects.ts";
import { setStreamData } from "../repack.ts";
import { descriptorOf } from "./subset.ts";

/**
 * Converts a program to CFF, with stem hints if `hints`; undefined if a charstring is not supported. `widths` replace those of the
 * glyphs, by name.
 */
export const cffOf = (
  program: Type1Program,
  hints: boolean,
  widths: ReadonlyMap<string, number> = new Map(),
): Buffer | undefined => {
  const { name, matrix, box, encoding } = program;
  if (!program.glyphs.has(".notdef")) return undefined;
  const coded = new Set(encoding.values());
  const rest = [...program.glyphs.keys()].filter((glyph) => glyph !== ".notdef");
  const order = [".notdef", ...rest.filter((glyph) => coded.has(glyph)), ...rest.filter((glyph) => !coded.has(glyph))];
  try {
    const glyphs = order.map((glyph) => {
      const outline = outlineOf(program, glyph);
      return { name: glyph, code: charstring({ ...outline, width: widths.get(glyph) ?? outline.width }, hints) };
    });
    const hinting = hints ? program.hinting : new Map<string, number[]>();
    return buildCff({ name, matrix, box, glyphs, encoding, hinting });
  } catch (error) {
    if (error instanceof UnsupportedCharstring || error instanceof RangeError) return undefined;
    throw error;
  }
};

/**
 * Converts Type 1 fonts to CFF: the same outlines without the encryption that prevents deflate from compressing them.
 */
export const convertType1 = (fonts: Dict[], hints: boolean, budget: Budget): void => {
  const converted = new Map<Stream, Stream | undefined>();
  for (const font of fonts) {
    const descriptor = descriptorOf(font);
    const stream = get(descriptor, "FontFile");
    if (nameAt(font, "Subtype") !== "Type1" || descriptor === undefined || !(stream instanceof Stream)) continue;
    if (!converted.has(stream)) {
      const data = budget.lend(() => plainData(stream, budget));
      const program = data && readType1(data);
      const cff = program && cffOf(program, hints);
      const packed = cff && deflateQuickly(cff);
      const smaller = packed !== undefined && packed.length < stream.data.length * 0.95;
      converted.set(stream, smaller ? type1c(packed) : undefined);
    }
    const made = converted.get(stream);
    if (made === undefined) continue;
    descriptor.delete("FontFile");
    descriptor.set("FontFile3", new Ref(made));
  }
};

const type1c = (packed: Buffer): Stream => {
  const stream = new Stream(new Map([["Subtype", new Name("Type1C")]]), packed);
  setStreamData(stream, packed, "FlateDecode");
  return stream;
};
