import bidiFactory from "bidi-js";
import { type Face, faceFor, isEmoji, mainFace, type Weight } from "./faces.ts";
import type { GlyphCache } from "./glyph-cache.ts";

/** A part of a line with one face and one embedding level (Unicode Standard Annex 9); odd levels run from right to left. */
export interface TextRun {
  readonly text: string;
  readonly level: number;
  readonly face: Face;
}

// The types describe an ES module, but Node loads the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Characters that stay in the face of the character before them, if it has them: marks, joiners, spaces, signs. */
const SHARED_SCRIPT = /^[\p{Script=Inherited}\p{Script=Common}]$/u;
/** Characters that belong to the emoji before them: joiners, variation selectors, skin tones, half a flag or a keycap. */
const EMOJI_CONTINUATION = /[\u200d\ufe0f\u20e3\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]/u;
const EMOJI_PRESENTATION_SELECTOR = "\ufe0f";
/** Variation selectors are invisible, and no face has them. */
const VARIATION_SELECTOR = /^[\ufe00-\ufe0f]$/;

/** The face of the preceding character, if this character stays in it; undefined if it needs another face. */
const inheritedFace = (face: Face | undefined, char: string, next: string | undefined): Face | undefined => {
  if (face === undefined || VARIATION_SELECTOR.test(char)) return face;
  if (face.glyphOf(char.codePointAt(0) ?? 0) === 0) return undefined;
  if (face.isEmojiFont) return EMOJI_CONTINUATION.test(char) ? face : undefined;
  return SHARED_SCRIPT.test(char) && !isEmoji(char) && next !== EMOJI_PRESENTATION_SELECTOR ? face : undefined;
};

const faceOfCharacter = (code: number, next: string | undefined, weight: Weight, { han }: GlyphCache): Face => {
  const main = mainFace(weight);
  const picture = isEmoji(String.fromCodePoint(code)) || next === EMOJI_PRESENTATION_SELECTOR;
  return picture || main.glyphOf(code) === 0 ? faceFor(code, weight, han, picture) : main;
};

/** The runs of one line, in logical order. */
export const textRuns = (text: string, weight: Weight, glyphCache: GlyphCache): TextRun[] => {
  const { levels } = bidi.getEmbeddingLevels(text, "auto");
  const runs: TextRun[] = [];
  let at = 0;
  for (const char of text) {
    const next = text[at + char.length];
    const last = runs.at(-1);
    const face =
      inheritedFace(last?.face, char, next) ?? faceOfCharacter(char.codePointAt(0) ?? 0, next, weight, glyphCache);
    const level = levels[at] ?? 0;
    if (last !== undefined && last.level === level && last.face === face) {
      runs[runs.length - 1] = { ...last, text: last.text + char };
    } else runs.push({ text: char, level, face });
    at += char.length;
  }
  return runs;
};

/** Reverses the entries from `from` to before `to`, in their place: lines may have many runs. */
const reverseWithin = (entries: TextRun[], from: number, to: number): void => {
  for (let [low, high] = [from, to - 1]; low < high; low++, high--) {
    const [first, last] = [entries[low], entries[high]];
    if (first !== undefined && last !== undefined) [entries[low], entries[high]] = [last, first];
  }
};

/** Runs in visual order, from left to right (Unicode Standard Annex 9, rule L2). */
export const visualOrder = (runs: readonly TextRun[]): TextRun[] => {
  const ordered = [...runs];
  for (let level = runs.reduce((highest, run) => Math.max(highest, run.level), 0); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? 0) >= level) to++;
      reverseWithin(ordered, from, to);
      from = Math.max(from, to);
    }
  }
  return ordered;
};
