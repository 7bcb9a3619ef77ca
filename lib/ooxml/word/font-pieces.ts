import { type FontPiece, isSymbolFont, SYMBOL_FALLBACK_FONT, symbolPiece } from "../symbol-fonts.ts";

const EMOJI_FONT = "Noto Color Emoji";

/**
 * Arrows, operators, shapes and dingbats that `SYMBOL_FALLBACK_FONT` has, without those of Windows Glyph List 4: text fonts
 * have the symbols of that list, and hardly any others.
 */
const TEXT_SYMBOL =
  /^[\u2196-\u21a7\u21a9-\u2201\u2203-\u2205\u2207-\u220e\u2210\u2213\u2214\u2216-\u2218\u221b-\u221d\u2220-\u2228\u222a\u222c-\u2247\u2249-\u225f\u2262\u2263\u2266-\u22ff\u2600-\u2639\u263d-\u263f\u2641\u2643-\u265f\u2661\u2662\u2664\u2667-\u2669\u266c-\u26b8\u2701-\u27be\u27f0-\u27ff]$/;

/** Letters of scripts whose fonts have these symbols, at the width of their letters. */
const EAST_ASIAN_LETTER = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Whether the symbols of a part are set in `SYMBOL_FALLBACK_FONT`: a part with East Asian letters keeps its own fonts. */
export const usesSymbolFallback = (xml: string): boolean => !EAST_ASIAN_LETTER.test(xml);

/** A quick test of a text: it has characters that may be emoji or symbols. */
const MAY_NEED_FONT = /[\u{1f000}-\u{1faff}]|[\u2196-\u27ff]|\ufe0f|\u200d|\p{Emoji_Presentation}/u;

const graphemeClusters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whether a grapheme cluster has emoji presentation (UTS #51), by default or by a variation selector. */
const isEmoji = (cluster: string): boolean =>
  !cluster.includes("\ufe0e") &&
  (cluster.includes("\ufe0f") ? /^[\p{Emoji}]/u.test(cluster) : /^\p{Emoji_Presentation}/u.test(cluster));

const joinPieces = (pieces: Iterable<FontPiece>): FontPiece[] => {
  const result: FontPiece[] = [];
  for (const { text, font } of pieces) {
    const last = result.at(-1);
    if (last !== undefined && last.font === font) result[result.length - 1] = { text: last.text + text, font };
    else result.push({ text, font });
  }
  return result;
};

/**
 * Divides the text of a run at the characters that need another font: those of symbol fonts, which are letters and
 * private-use codes in the file, and emoji and other symbols. If LibreOffice has to find several fonts itself, the extracted
 * text has lost, exchanged or moved characters. Undefined if the whole text stays in the run's font.
 */
export const fontPieces = (text: string, font: string, usesFallback: boolean): FontPiece[] | undefined => {
  if (isSymbolFont(font)) {
    return joinPieces(
      [...text].map((code) => symbolPiece(font, code.codePointAt(0) ?? 0) ?? { text: code, font: undefined }),
    );
  }
  if (!MAY_NEED_FONT.test(text)) return undefined;
  const fontOf = (cluster: string): string | undefined => {
    if (isEmoji(cluster)) return EMOJI_FONT;
    return usesFallback && TEXT_SYMBOL.test(cluster) ? SYMBOL_FALLBACK_FONT : undefined;
  };
  const pieces = [...graphemeClusters.segment(text)].map(({ segment }) => ({ text: segment, font: fontOf(segment) }));
  return pieces.some((piece) => piece.font !== undefined) ? joinPieces(pieces) : undefined;
};
