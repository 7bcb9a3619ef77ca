import { cmapBlocks, hexadecimalText } from "../../fonts/cmap-blocks.ts";
import { characterOf } from "../../fonts/glyph-list.ts";
import { asList, dictAt, dictOf, get, nameAt } from "../access.ts";
import { characterIn, differencesOf, statedWidth } from "../archive/existing/simple-encoding.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { utf16Digits } from "../byte-to-unicode.ts";
import { type UnicodeTexts, unicodeMap, unicodeTexts } from "../compress/fonts/code-tables.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Ref, Stream, type Value } from "../objects.ts";
import { reachableDictionaries } from "../reachable-objects.ts";

/** The text of a code that a font does not know; some writers state it for ligatures. */
const NO_TEXT = /^(?:0000)?$/;

/** The resources of pages and the looks of their annotations, in which all fonts of their text are. */
const drawnBy = (pages: readonly Ref[]): Value[] =>
  pages.flatMap((page) => {
    const dict = dictOf(page);
    const looks = asList(get(dict, "Annots")).map((annotation) => dictAt(dictOf(annotation), "AP") ?? null);
    return [dictAt(dict, "Resources") ?? null, ...looks];
  });

/** The fonts that pages draw with. */
const fontsOf = (pages: readonly Ref[]): Dict[] =>
  reachableDictionaries(drawnBy(pages)).filter(
    (dict) => nameAt(dict, "Type") === "Font" && (dict.has("ToUnicode") || nameAt(dict, "Subtype") === "Type3"),
  );

const firstBytesOf = (code: string | undefined): number => Number.parseInt(hexadecimalText(code) ?? "", 16) >> 8;

/** Whether a CMap has a range over codes with different first bytes, of which PDFium reads only a part. */
const hasWideRange = (map: string): boolean => {
  for (const { kind, tokens } of cmapBlocks(map, ["bf"])) {
    for (let at = 0; kind === "range" && at + 2 < tokens.length; at++) {
      if (firstBytesOf(tokens[at]) !== firstBytesOf(tokens[at + 1])) return true;
      at += 2;
      if (tokens[at] === "[") while (at < tokens.length && tokens[at] !== "]") at++;
    }
  }
  return false;
};

/** What the names of a simple font's glyphs say of codes for which its map has no text; PDFium does not read them. */
const namedTexts = (font: Dict, texts: UnicodeTexts): [code: number, text: string][] => {
  const isType3 = nameAt(font, "Subtype") === "Type3";
  return [...differencesOf(font)].flatMap(([code, name]): [number, string][] => {
    const known = texts.get(code);
    if (known === undefined ? !isType3 : !NO_TEXT.test(known)) return [];
    const character = characterOf(name);
    return character === undefined ? [] : [[code, utf16Digits(character)]];
  });
};

const BYTE_CODES = 256;
const FIRST_SPECIAL_CODE = 0x80;

/**
 * What Windows says of the codes of a TrueType font that names no encoding, as far as its map has no text for them; PDFium takes
 * them for those of a Macintosh.
 */
const windowsTexts = (font: Dict, texts: UnicodeTexts): [code: number, text: string][] => {
  if (texts.size === 0 || nameAt(font, "Subtype") !== "TrueType" || get(font, "Encoding") !== undefined) return [];
  const named: [number, string][] = [];
  for (let code = FIRST_SPECIAL_CODE; code < BYTE_CODES; code++) {
    if (texts.has(code) || (statedWidth(font, code) ?? 0) <= 0) continue;
    const character = characterIn("WinAnsiEncoding", code);
    if (character !== undefined) named.push([code, utf16Digits(character)]);
  }
  return named;
};

/** Several letters of one code that run from right to left, in the digits of UTF-16. */
const TURNED_LETTERS = /^(?:05[9a-f].|0[678]..){2,}$/i;

/** The letters of ligatures that run from right to left, in reverse: PDFium turns them around. */
const turnedTexts = (texts: UnicodeTexts): [code: number, text: string][] =>
  [...texts].flatMap(([code, text]): [number, string][] =>
    TURNED_LETTERS.test(text) ? [[code, text.match(/..../g)?.reverse().join("") ?? text]] : [],
  );

/** A CMap that PDFium reads as it is meant, in place of that of a font; undefined if that is one. */
const readableMap = (font: Dict, budget: Budget): Stream | undefined => {
  const stream = get(font, "ToUnicode");
  const map = stream instanceof Stream ? plainData(stream, budget)?.toString("latin1") : undefined;
  const texts: UnicodeTexts | undefined = map === undefined ? new Map() : unicodeTexts(font, budget);
  if (texts === undefined) return undefined;
  const isSimple = nameAt(font, "Subtype") !== "Type0";
  const ofSimple = isSimple ? [...namedTexts(font, texts), ...windowsTexts(font, texts)] : [];
  const named = [...ofSimple, ...turnedTexts(texts)];
  if (named.length === 0 && (map === undefined || !hasWideRange(map))) return undefined;
  budget.spendValues(texts.size);
  return unicodeMap([...new Map([...texts, ...named])], isSimple ? 1 : 2);
};

/**
 * Completes the ToUnicode CMaps of the fonts of pages where PDFium does not read what they mean, as far as the budget allows.
 * Returns whether any was changed.
 */
export const completeUnicodeMaps = (pages: readonly Ref[], budget: Budget): boolean => {
  let isChanged = false;
  try {
    for (const font of fontsOf(pages)) {
      const map = readableMap(font, budget);
      if (map === undefined) continue;
      font.set("ToUnicode", new Ref(map));
      isChanged = true;
    }
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
  }
  return isChanged;
};
