import { isSymbolFont, symbolCharacter } from "./symbol-fonts.ts";

/** Text in one font: that of its run where none is named. */
export interface FontPiece {
  readonly text: string;
  readonly font: string | undefined;
}

const EMOJI_FONT = "Noto Color Emoji";

const SYMBOL_FALLBACK_FONT = "DejaVu Sans";

/**
 * Arrows, operators, shapes and dingbats, all of which `SIGN_FONT` has, but those of Windows's Glyph List 4: fonts for text have
 * these, and hardly any of the others.
 */
const TEXT_SYMBOL =
  /^[\u2196-\u21a7\u21a9-\u2201\u2203-\u2205\u2207-\u220e\u2210\u2213\u2214\u2216-\u2218\u221b-\u221d\u2220-\u2228\u222a\u222c-\u2247\u2249-\u225f\u2262\u2263\u2266-\u22ff\u2600-\u2639\u263d-\u263f\u2641\u2643-\u265f\u2661\u2662\u2664\u2667-\u2669\u266c-\u26b8\u2701-\u27be\u27f0-\u27ff]$/;

/** Scripts whose fonts have such signs, as wide as their letters. */
const EAST_ASIAN_LETTER = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Whether signs of a part are to be set in `SIGN_FONT`. */
export const usesSymbolFallback = (xml: string): boolean => !EAST_ASIAN_LETTER.test(xml);

/** What may be an emoji or a sign: a quick look at a whole text. */
const MAY_NEED_FONT = /[\u{1f000}-\u{1faff}]|[\u2196-\u27ff]|\ufe0f|\u200d|\p{Emoji_Presentation}/u;

const graphemeClusters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whether a letter is drawn as a picture (UTS #51: by its nature, or by a variation selector behind it). */
const isEmoji = (letter: string): boolean =>
  !letter.includes("\ufe0e") &&
  (letter.includes("\ufe0f") ? /^[\p{Emoji}]/u.test(letter) : /^\p{Emoji_Presentation}/u.test(letter));

/** A font of the set that has a sign. */
const fontFor = (sign: string): string => {
  const code = sign.codePointAt(0)!;
  if (code < 0x2000) return "Liberation Serif";
  if (code < 0x2b00) return SYMBOL_FALLBACK_FONT;
  return isEmoji(sign) ? EMOJI_FONT : "Noto Sans Symbols2";
};

const joinPieces = (pieces: Iterable<FontPiece>): FontPiece[] => {
  const result: FontPiece[] = [];
  for (const { text, font } of pieces) {
    const last = result.at(-1);
    if (last !== undefined && last.font === font) result[result.length - 1] = { text: last.text + text, font };
    else result.push({ text, font });
  }
  return result;
};

/** What a sign of Symbol or Wingdings is in Unicode, in a font that has it; undefined where none is known. */
export const symbolPiece = (font: string, code: number): FontPiece | undefined => {
  const sign = symbolCharacter(font, code);
  return sign === undefined ? undefined : { text: sign, font: fontFor(sign) };
};

/**
 * Text that is set in a font, parted where another one is to be named: signs of Symbol and Wingdings, which are letters and
 * private codes in the file, and emoji and other signs: where LibreOffice has to find several fonts itself, it loses and exchanges
 * letters, and writes them behind the others. Undefined where nothing is to be done.
 */
export const fontPieces = (text: string, font: string, isNarrow: boolean): FontPiece[] | undefined => {
  if (isSymbolFont(font)) {
    return joinPieces(
      [...text].map((letter) => symbolPiece(font, letter.codePointAt(0)!) ?? { text: letter, font: undefined }),
    );
  }
  if (!MAY_NEED_FONT.test(text)) return undefined;
  const fontOf = (letter: string): string | undefined => {
    if (isEmoji(letter)) return EMOJI_FONT;
    return isNarrow && TEXT_SYMBOL.test(letter) ? SYMBOL_FALLBACK_FONT : undefined;
  };
  const pieces = [...graphemeClusters.segment(text)].map(({ segment }) => ({ text: segment, font: fontOf(segment) }));
  return pieces.some((piece) => piece.font !== undefined) ? joinPieces(pieces) : undefined;
};
