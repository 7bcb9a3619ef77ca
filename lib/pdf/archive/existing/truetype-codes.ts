import { characterOf } from "../../../fonts/glyph-list.ts";
import { dictAt, nameAt, numberAt } from "../../access.ts";
import type { Dict } from "../../objects.ts";
import type { TrueTypeProgram } from "./font-programs.ts";
import { differencesOf, glyphNamesFor, meaningOf, namedEncoding } from "./simple-encoding.ts";

const SYMBOLIC = 4;
/** The last format of `cmap` subtables with 16-bit codes. */
const LAST_SHORT_FORMAT = 6;
const MACINTOSH = new TextDecoder("macintosh");
const MAC_CODES: ReadonlyMap<number, number> = new Map(
  Array.from({ length: 256 }, (_, code) => [MACINTOSH.decode(Uint8Array.of(code)).codePointAt(0) ?? code, code]),
);
/** The code ranges of symbolic fonts in a Windows `cmap` (ISO 32000-2, 9.6.5.4). */
const SYMBOL_RANGES = [0xf000, 0, 0xf100, 0xf200];

const isSymbolic = (font: Dict): boolean => ((numberAt(dictAt(font, "FontDescriptor"), "Flags") ?? 0) & SYMBOLIC) !== 0;

/** The glyph that readers select by the meaning of a code: by its character, its code in Mac OS Roman, or its name. */
const glyphByMeaning = (font: Dict, code: number, program: TrueTypeProgram): number => {
  const meaning = meaningOf(font, code, "StandardEncoding");
  const find = (platform: number, encoding: number) =>
    program.subtables.find((table) => table.platform === platform && table.encoding === encoding);
  const { character } = meaning;
  const windows = find(3, 1);
  if (windows !== undefined && character !== undefined && windows.glyph(character) > 0) return windows.glyph(character);
  const macintosh = find(1, 0);
  const macCode = character === undefined ? undefined : MAC_CODES.get(character);
  if (macintosh !== undefined && macCode !== undefined && macintosh.glyph(macCode) > 0) return macintosh.glyph(macCode);
  return program.glyphNamed(glyphNamesFor(meaning));
};

/** The glyph that readers select by a code itself. */
const glyphByCode = (code: number, { subtables }: TrueTypeProgram): number => {
  const symbol = subtables.find(({ platform, encoding }) => platform === 3 && encoding === 0);
  for (const range of symbol === undefined ? [] : SYMBOL_RANGES) {
    const glyph = symbol?.glyph(range + code) ?? 0;
    if (glyph > 0) return glyph;
  }
  return subtables.find(({ platform }) => platform === 1)?.glyph(code) ?? 0;
};

const hasMeanings = (font: Dict): boolean =>
  !isSymbolic(font) && (namedEncoding(font) !== undefined || differencesOf(font).size > 0);

/** The glyph of a code in a simple TrueType font, by the subtable of ISO 32000-2, 9.6.5.4, alone; 0 for none. */
export const strictGlyph = (font: Dict, code: number, program: TrueTypeProgram): number => {
  if (!hasMeanings(font)) return glyphByCode(code, program);
  const windows = program.subtables.find(({ platform, encoding }) => platform === 3 && encoding === 1);
  const { character } = meaningOf(font, code, "StandardEncoding");
  return windows === undefined ? glyphByMeaning(font, code, program) : windows.glyph(character ?? 0);
};

/** The glyph of a code in a simple TrueType font, as readers find it; 0 for none. */
export const trueTypeGlyph = (font: Dict, code: number, program: TrueTypeProgram): number => {
  const byMeaning = hasMeanings(font);
  const first = byMeaning ? glyphByMeaning(font, code, program) : glyphByCode(code, program);
  if (first > 0) return first;
  return byMeaning ? glyphByCode(code, program) : glyphByMeaning(font, code, program);
};

/** Whether the encoding of a simple TrueType font is against ISO 19005-2, 6.2.11.6. */
export const trueTypeEncodingFault = (font: Dict, program: TrueTypeProgram): boolean => {
  const { subtables } = program;
  // Not all readers read subtables for more than 65,536 characters in simple fonts.
  if (subtables.some(({ format }) => format > LAST_SHORT_FORMAT)) return true;
  const has = (platform: number, encoding: number) =>
    subtables.some((table) => table.platform === platform && table.encoding === encoding);
  if (isSymbolic(font)) return font.get("Encoding") !== undefined || !(subtables.length === 1 || has(3, 0));
  const encoding = nameAt(font, "Encoding") ?? nameAt(dictAt(font, "Encoding"), "BaseEncoding");
  if (encoding !== "MacRomanEncoding" && encoding !== "WinAnsiEncoding") return true;
  if (subtables.length === 0) return true;
  const differences = [...differencesOf(font).values()];
  return differences.length > 0 && !(has(3, 1) && differences.every((name) => characterOf(name) !== undefined));
};
