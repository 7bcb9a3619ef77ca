import type { UsedFace } from "./glyph-cache.ts";

const hex = (value: number): string => value.toString(16).padStart(4, "0");

const utf16Hex = (text: string): string => {
  let digits = "";
  for (let at = 0; at < text.length; at++) digits += hex(text.charCodeAt(at));
  return digits;
};

/** A ToUnicode CMap, which maps glyphs to their text (ISO 32000-2, 9.10.3). */
const toUnicode = (shown: readonly (readonly [number, string])[]): string => {
  const blocks: string[] = [];
  for (let at = 0; at < shown.length; at += 100) {
    const rows = shown.slice(at, at + 100).map(([glyph, text]) => `<${hex(glyph)}><${utf16Hex(text)}>`);
    blocks.push(`${rows.length} beginbfchar\n${rows.join("\n")}\nendbfchar\n`);
  }
  return (
    "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/Platen def/CMapType 2 def\n" +
    `1 begincodespacerange<0000><ffff>endcodespacerange\n${blocks.join("")}` +
    "endcmap CMapName currentdict/CMap defineresource pop end end"
  );
};

/** The tag of a font subset, six letters that differ for each number (ISO 32000-2, 9.9.2). */
export const subsetTag = (number: number): string =>
  Array.from({ length: 6 }, (_, place) => String.fromCharCode(65 + (Math.floor(number / 26 ** (5 - place)) % 26))).join(
    "",
  );

/** What a PDF says of an embedded face (ISO 32000-2, 9.7 and 9.8). Lengths are thousandths of the font size. */
export interface EmbeddedFont {
  /** The name with the tag of its subset. */
  readonly name: string;
  /** The font file with only the glyphs that are shown. */
  readonly program: Buffer;
  readonly toUnicode: Buffer;
  /** The glyphs that are shown, with their widths, in the order of their numbers. */
  readonly widths: readonly (readonly [glyph: number, width: number])[];
  readonly boundingBox: readonly number[];
  readonly ascent: number;
  readonly descent: number;
}

/** Entries of font dictionaries that are the same for every face. Readers use them only if the embedded face is missing. */
export const FONT_DEFAULTS = { Flags: 4, ItalicAngle: 0, CapHeight: 714, StemV: 80, DW: 600 } as const;

/** A face with only the glyphs that are shown. Each subset in a document has another `number`. */
export const embeddedFont = ({ face, shown }: UsedFace, number: number): EmbeddedFont => {
  const glyphs = [...shown].sort(([a], [b]) => a - b);
  return {
    name: `${subsetTag(number)}+${face.name.replace(/[^A-Za-z0-9-]/g, "")}`,
    program: face.subset(glyphs.map(([glyph]) => glyph)),
    toUnicode: Buffer.from(toUnicode(glyphs), "latin1"),
    widths: glyphs.map(([glyph]) => [glyph, face.widthOf(glyph)]),
    boundingBox: face.boundingBox,
    ascent: face.ascent,
    descent: face.descent,
  };
};
