import { type CodedGlyph, symbolicFont } from "../../../fonts/symbolic.ts";
import type { Warning } from "../../../output/warnings.ts";
import { subsetTag } from "../../../typesetting/embedded-font.ts";
import { dictAt, get, nameAt, numberAt } from "../../access.ts";
import { standardFont } from "../../appearances/standard-fonts.ts";
import { byteToUnicode } from "../../byte-to-unicode.ts";
import type { ContentUsage } from "../../compress/usage.ts";
import { type Dict, Ref, Stream } from "../../objects.ts";
import { setSymbolic, symbolicDescriptor } from "../../symbolic-font.ts";
import { isEmbedded } from "../embedded-font.ts";
import { SymbolFonts } from "./embed-symbols.ts";
import { type FreeFace, freeFaceFor } from "./free-faces.ts";
import { codesIn, glyphNamesFor, meaningOf, statedWidth } from "./simple-encoding.ts";
import { symbolFaceFor } from "./symbol-faces.ts";

/** The most by which a glyph of a metric-compatible face may be wider or narrower, in thousandths of the font size. */
const WIDTH_TOLERANCE = 40;
const FIRST_PRINTABLE = 32;
/** The space and the no-break space draw nothing, so that they may have any width. */
const BLANKS = new Set([0x20, 0xa0]);

const STANDARD_NAMES = /^(?:Helvetica|Times|Courier|Arial|TimesNewRoman|CourierNew)/;

const implicitEncoding = (font: Dict): string =>
  nameAt(font, "Subtype") === "TrueType" ? "WinAnsiEncoding" : "StandardEncoding";

const missingWidth = (font: Dict): number => numberAt(dictAt(font, "FontDescriptor"), "MissingWidth") ?? 0;

/** The glyphs of a face for the codes of a font; undefined if the face lacks one of them, or has other metrics. */
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
    // Some readers always show .notdef for the code 0.
    if (code === 0) return undefined;
    const natural = glyph === 0 ? 0 : face.widthOf(glyph);
    const standard = STANDARD_NAMES.test(name) ? standardWidth(name, glyphNamesFor(meaning)) : undefined;
    const width = hasWidths ? (statedWidth(font, code) ?? missingWidth(font)) : (standard ?? natural);
    const isDrawn = glyph > 0 && !BLANKS.has(meaning.character ?? 0);
    if (isDrawn && Math.abs(width - natural) > WIDTH_TOLERANCE) return undefined;
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

const descriptorOf = (face: FreeFace, program: Buffer, name: string): Dict => {
  const head = face.tables.get("head") ?? Buffer.alloc(54);
  const hhea = face.tables.get("hhea") ?? Buffer.alloc(36);
  const scale = 1000 / head.readUInt16BE(18);
  const scaled = (value: number) => Math.round(value * scale);
  return symbolicDescriptor(name, program, {
    boundingBox: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))),
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    isBold: /Bold/.test(face.name),
    isItalic: /Italic/.test(face.name),
  });
};

/** Makes a simple font symbolic, with a program in which the codes select the same glyphs as before. */
export const becomeSymbolic = (font: Dict, descriptor: Dict, coded: readonly CodedGlyph[]): void => {
  if (!(font.get("ToUnicode") !== undefined && get(font, "ToUnicode") instanceof Stream)) {
    const implicit = implicitEncoding(font);
    const sorted = [...coded].sort((a, b) => a.code - b.code);
    const texts = sorted.map(({ code }) => [code, meaningOf(font, code, implicit).character] as const);
    font.set("ToUnicode", new Ref(byteToUnicode(texts)));
  }
  setSymbolic(font, descriptor, coded);
};

const FONT_EMBEDDED: Warning = {
  code: "font-embedded",
  message: "A font that was not in the file was replaced by a free one with the same metrics, which is embedded.",
};

/** Embeds a free face for a font of which these codes are shown. Returns false if the face does not fit. */
const embedFace = (font: Dict, codes: Iterable<number>, face: FreeFace, tag: string): boolean => {
  const coded = codedGlyphs(font, codes, face);
  const program = coded && symbolicFont(face.file, coded);
  if (coded === undefined || program === undefined) return false;
  becomeSymbolic(font, descriptorOf(face, program, `${tag}+${face.name}`), coded);
  return true;
};

/**
 * Embeds free faces from a folder for the simple fonts that are shown but not embedded, if a face has their metrics and characters.
 * Returns a warning if it has embedded any.
 */
export const embedFonts = ({ shownStrings }: ContentUsage, folder: string): Warning[] => {
  const symbolFonts = new SymbolFonts();
  let count = 0;
  for (const [font, strings] of shownStrings) {
    if (!/^(?:Type1|MMType1|TrueType)$/.test(nameAt(font, "Subtype") ?? "") || isEmbedded(font)) continue;
    const [codes, tag] = [codesIn(strings), subsetTag(count)];
    const symbols = symbolFaceFor(font, folder);
    const face = symbols === undefined ? freeFaceFor(font, folder) : undefined;
    const isDone = symbols
      ? symbolFonts.embed(font, codes, symbols, tag)
      : face !== undefined && embedFace(font, codes, face, tag);
    if (isDone) count++;
  }
  return count === 0 ? [] : [FONT_EMBEDDED];
};
