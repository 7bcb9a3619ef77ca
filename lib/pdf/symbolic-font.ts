import type { CodedGlyph } from "../fonts/symbolic.ts";
import { deflate } from "./compress/repack.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "./objects.ts";

/** The flag of fonts whose codes have no standard meaning (ISO 32000-2, table 121). */
const SYMBOLIC = 4;

/** What a font descriptor (ISO 32000-2, 9.8) says of a face, in thousandths of the font size. */
export interface FaceMetrics {
  readonly boundingBox: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** Values in thousandths of the font size. Readers use them only for a font that is missing, so they need not fit the face. */
const CAP_HEIGHT = 716;
const [STEM_WIDTH, BOLD_STEM_WIDTH] = [80, 140];
const ITALIC_ANGLE_DEGREES = -12;

/** The descriptor of a symbolic font, without a font program. */
export const faceDescriptor = (name: string, metrics: FaceMetrics): Dict =>
  makeDict({
    Type: new Name("FontDescriptor"),
    FontName: new Name(name),
    Flags: SYMBOLIC,
    FontBBox: [...metrics.boundingBox],
    ItalicAngle: metrics.isItalic ? ITALIC_ANGLE_DEGREES : 0,
    Ascent: metrics.ascent,
    Descent: metrics.descent,
    CapHeight: CAP_HEIGHT,
    StemV: metrics.isBold ? BOLD_STEM_WIDTH : STEM_WIDTH,
  });

/** The descriptor of a symbolic font that embeds a TrueType font program. */
export const symbolicDescriptor = (name: string, program: Buffer, metrics: FaceMetrics): Dict => {
  const stream = new Stream(makeDict({ Length1: program.length, Filter: new Name("FlateDecode") }), deflate(program));
  return faceDescriptor(name, metrics).set("FontFile2", new Ref(stream));
};

/** Sets the descriptor of a simple font, with the name in it and the widths of the codes. */
export const setDescriptor = (
  font: Dict,
  descriptor: Dict,
  coded: readonly Pick<CodedGlyph, "code" | "width">[],
): void => {
  const sorted = [...coded].sort((a, b) => a.code - b.code);
  const first = sorted[0]?.code ?? 0;
  const widths: number[] = new Array((sorted.at(-1)?.code ?? 0) - first + 1).fill(0);
  for (const { code, width } of sorted) widths[code - first] = width;
  const baseFont = descriptor.get("FontName");
  if (baseFont !== undefined) font.set("BaseFont", baseFont);
  font
    .set("FirstChar", first)
    .set("LastChar", first + widths.length - 1)
    .set("Widths", widths);
  font.set("FontDescriptor", new Ref(descriptor));
};

/** Turns a font dictionary into that of a symbolic TrueType font with these glyphs. */
export const setSymbolic = (font: Dict, descriptor: Dict, coded: readonly CodedGlyph[]): void => {
  font.set("Subtype", new Name("TrueType"));
  setDescriptor(font, descriptor, coded);
  font.delete("Encoding");
};
