import { type CodedGlyph, symbolicFont } from "../../../fonts/symbolic.ts";
import type { Warning } from "../../../output/warnings.ts";
import { dictAt, get, nameAt, numberAt } from "../../access.ts";
import { standardFont } from "../../appearances/standard-fonts.ts";
import { deflate } from "../../compress/repack.ts";
import type { ContentUsage } from "../../compress/usage.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../../objects.ts";
import { isEmbedded } from "../embedded-font.ts";
import { drawDingbats } from "./dingbats.ts";
import { type FreeFace, freeFaceFor } from "./free-faces.ts";
import { codesIn, glyphNamesFor, meaningOf, statedWidth } from "./simple-encoding.ts";
import { byteToUnicode } from "./to-unicode.ts";

/** How much wider or narrower a glyph may be in a face that has the metrics of another, in thousandths of the font size. */
const WIDTH_TOLERANCE = 40;
const FIRST_PRINTABLE = 32;

const STANDARD_NAMES = /^(?:Helvetica|Times|Courier|Arial|TimesNewRoman|CourierNew)/;

/** The encoding of a simple font that names none. */
const implicitEncoding = (font: Dict): string =>
  nameAt(font, "Subtype") === "TrueType" ? "WinAnsiEncoding" : "StandardEncoding";

const missingWidth = (font: Dict): number => numberAt(dictAt(font, "FontDescriptor"), "MissingWidth") ?? 0;

/** The glyphs of a face for the codes of a font; undefined if the face lacks one, or has other metrics. */
const codedGlyphs = (font: Dict, codes: Iterable<number>, face: FreeFace): CodedGlyph[] | undefined => {
  const implicit = implicitEncoding(font);
  const name = nameAt(font, "BaseFont") ?? "";
  const hasWidths = font.has("Widths");
  const coded: CodedGlyph[] = [];
  for (const code of codes) {
    const meaning = meaningOf(font, code, implicit);
    const glyph = meaning.character === undefined ? 0 : face.glyphOf(meaning.character);
    const isBlank = meaning.character === undefined && (meaning.name === undefined || meaning.name === ".notdef");
    if (glyph === 0 && !isBlank && code >= FIRST_PRINTABLE) return undefined;
    // Some readers take the code 0 for .notdef in any case.
    if (code === 0) return undefined;
    const natural = glyph === 0 ? 0 : face.widthOf(glyph);
    const standard = STANDARD_NAMES.test(name) ? standardWidth(name, glyphNamesFor(meaning)) : undefined;
    const width = hasWidths ? (statedWidth(font, code) ?? missingWidth(font)) : (standard ?? natural);
    if (glyph > 0 && Math.abs(width - natural) > WIDTH_TOLERANCE) return undefined;
    coded.push({ code, glyph: glyph === 0 ? undefined : glyph, width });
  }
  return coded;
};

const standardWidth = (name: string, glyphs: readonly string[]): number | undefined => {
  const font = standardFont(name);
  for (const glyph of glyphs) {
    const width = font.widthOf(glyph);
    if (width !== undefined) return width;
  }
  return undefined;
};

/** The flag of fonts whose codes have no standard meaning (ISO 32000-2, table 121). */
const SYMBOLIC = 4;

const descriptorOf = (face: FreeFace, program: Buffer, name: Name): Dict => {
  const head = face.tables.get("head") ?? Buffer.alloc(54);
  const hhea = face.tables.get("hhea") ?? Buffer.alloc(36);
  const scale = 1000 / head.readUInt16BE(18);
  const scaled = (value: number) => Math.round(value * scale);
  const [ascent, descent] = [scaled(hhea.readInt16BE(4)), scaled(hhea.readInt16BE(6))];
  const stream = new Stream(makeDict({ Length1: program.length, Filter: new Name("FlateDecode") }), deflate(program));
  return makeDict({
    Type: new Name("FontDescriptor"),
    FontName: name,
    Flags: SYMBOLIC,
    FontBBox: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))),
    ItalicAngle: /Italic/.test(face.name) ? -12 : 0,
    Ascent: ascent,
    Descent: descent,
    CapHeight: 716,
    StemV: /Bold/.test(face.name) ? 140 : 80,
    FontFile2: new Ref(stream),
  });
};

/** The letters before the name of a subset, which tell the subsets of a document apart. */
const tagOf = (number: number): string =>
  Array.from({ length: 6 }, (_, at) => String.fromCharCode(65 + (Math.floor(number / 26 ** (5 - at)) % 26))).join("");

/** Makes a simple font symbolic, with a program whose codes select what they showed before. */
export const becomeSymbolic = (font: Dict, descriptor: Dict, coded: readonly CodedGlyph[]): void => {
  const sorted = [...coded].sort((a, b) => a.code - b.code);
  const first = sorted[0]?.code ?? 0;
  const widths: number[] = new Array((sorted.at(-1)?.code ?? 0) - first + 1).fill(0);
  for (const { code, width } of sorted) widths[code - first] = width;
  const baseFont = descriptor.get("FontName");
  if (!(font.get("ToUnicode") !== undefined && get(font, "ToUnicode") instanceof Stream)) {
    const implicit = implicitEncoding(font);
    const texts = sorted.map(({ code }) => [code, meaningOf(font, code, implicit).character] as const);
    font.set("ToUnicode", new Ref(byteToUnicode(texts)));
  }
  font.set("Subtype", new Name("TrueType"));
  if (baseFont !== undefined) font.set("BaseFont", baseFont);
  font
    .set("FirstChar", first)
    .set("LastChar", first + widths.length - 1)
    .set("Widths", widths);
  font.set("FontDescriptor", new Ref(descriptor));
  font.delete("Encoding");
};

const FONT_EMBEDDED: Warning = {
  code: "font-embedded",
  message: "A font that was not in the file was replaced by a free one with the same metrics, which is embedded.",
};

/**
 * Embeds free faces for simple fonts that are shown and are not embedded, if there is one with their metrics and characters.
 * Returns a warning if it has embedded any. `folder` holds the faces.
 */
export const embedFonts = ({ shownStrings }: ContentUsage, folder: string): Warning[] => {
  let count = 0;
  for (const [font, strings] of shownStrings) {
    if (!/^(?:Type1|MMType1|TrueType)$/.test(nameAt(font, "Subtype") ?? "") || isEmbedded(font)) continue;
    if (drawDingbats(font, strings)) {
      count++;
      continue;
    }
    const face = freeFaceFor(font, folder);
    const coded = face && codedGlyphs(font, codesIn(strings), face);
    const program = face && coded && symbolicFont(face.file, coded);
    if (face === undefined || coded === undefined || program === undefined) continue;
    const name = new Name(`${tagOf(count)}+${face.name}`);
    becomeSymbolic(font, descriptorOf(face, program, name), coded);
    count++;
  }
  return count === 0 ? [] : [FONT_EMBEDDED];
};
