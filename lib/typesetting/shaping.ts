import { Blob, Direction, Font, Buffer as ShapingBuffer, Face as ShapingFace, shape } from "harfbuzzjs";
import { type Face, isEmoji, type Weight } from "./faces.ts";
import type { GlyphCache } from "./glyph-cache.ts";
import { joinedLetters } from "./joined-letters.ts";
import { type TextRun, textRuns, visualOrder } from "./text-runs.ts";

/** Whether a text has characters that change with their neighbours or run from right to left, or emoji. */
export const needsShaping = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= FIRST_SHAPED_CODE) return SHAPED_CHARACTERS.test(text) || isEmoji(text);
  }
  return false;
};
const FIRST_SHAPED_CODE = 0x300;
const SHAPED_CHARACTERS =
  /[\u0300-\u036f\u0590-\u08ff\u0900-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece\u0f00-\u109f\u135d-\u135f\u1700-\u18af\u1900-\u1cff\u200c-\u200f\u202a-\u202e\u2066-\u2069\u3099\u309a\ua880-\uabff\ufb1d-\ufdff\ufe70-\ufeff\u{10a00}-\u{10fff}\u{11000}-\u{11fff}\u{1e900}-\u{1e95f}]/u;

/** A glyph of a shaped line: the number of its face, its id, and its position in the line, in thousandths of the font size. */
export interface PlacedGlyph {
  readonly face: number;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

/** The text of the glyphs from `from` to before `to`, which a reader cannot derive from the glyphs (ISO 32000-2, 14.9.4). */
interface ActualTextSpan {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A shaped line: its glyphs from left to right, and its width in thousandths of the font size. */
export interface ShapedLine {
  readonly text: string;
  readonly width: number;
  readonly glyphs: readonly PlacedGlyph[];
  readonly actualTexts: readonly ActualTextSpan[];
}

const fonts = new Map<Face, { font: Font; scale: number }>();

const harfBuzzFontOf = (face: Face) => {
  let known = fonts.get(face);
  if (known === undefined) {
    const shaping = new ShapingFace(new Blob(new Uint8Array(face.file).buffer));
    known = { font: new Font(shaping), scale: 1000 / shaping.upem };
    fonts.set(face, known);
  }
  return known;
};

/** The PNG of a glyph in an emoji font; undefined if it has none. */
export const emojiPng = (face: Face, glyph: number): Uint8Array | undefined =>
  harfBuzzFontOf(face).font.getGlyphColorPng(glyph);

/** One buffer for all runs: the memory of a buffer that is not used any more is freed only between two tasks. */
const buffer = new ShapingBuffer();

/** Shapes a run; returns its glyphs and advances in visual order, and the text of each cluster. */
const shapeRun = ({ text, level, face }: TextRun) => {
  const { font, scale } = harfBuzzFontOf(face);
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  const infos = buffer.getGlyphInfos();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const textOf = new Map(
    starts.map((start, at) => {
      const letters = text.slice(start, starts[at + 1] ?? text.length);
      return [start, joinedLetters(letters) ?? letters];
    }),
  );
  return { infos, positions: buffer.getGlyphPositions(), textOf, scale };
};

/**
 * Shapes one line with HarfBuzz. Its glyphs are in visual order. Its actual texts cover the glyphs whose text a reader
 * cannot derive.
 */
export const shapeLine = (text: string, weight: Weight, glyphCache: GlyphCache): ShapedLine => {
  const runs = textRuns(text, weight, glyphCache);
  const glyphs: PlacedGlyph[] = [];
  const clusters: ActualTextSpan[] = [];
  let pen = 0;
  for (const run of visualOrder(runs)) {
    const number = glyphCache.faceNumber(run.face);
    const { shown } = glyphCache.usedFace(number);
    const { infos, positions, textOf, scale } = shapeRun(run);
    infos.forEach(({ codepoint: glyph, cluster }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const text = textOf.get(cluster) ?? "";
      if (glyph === 0) glyphCache.noteMissing(text, run.face);
      if (!shown.has(glyph)) shown.set(glyph, text);
      const last = infos[index - 1]?.cluster === cluster ? clusters.at(-1) : undefined;
      const to = glyphs.length + 1;
      const needsSpan = infos[index + 1]?.cluster === cluster || shown.get(glyph) !== text;
      // The text of emoji is written as invisible text.
      if (!run.face.isEmojiFont && last !== undefined) clusters[clusters.length - 1] = { ...last, to };
      else if (!run.face.isEmojiFont && needsSpan) clusters.push({ text, from: glyphs.length, to });
      glyphs.push({ face: number, glyph, x: pen + xOffset * scale, y: yOffset * scale });
      pen += xAdvance * scale;
    });
  }
  // Readers reverse text that runs from right to left; one span for the whole line would be reversed a second time.
  const isReversed = runs.some(({ level }) => level % 2 === 1);
  const isPlain = runs.every(({ face, text: part }) => face.isEmojiFont || !SHAPED_CHARACTERS.test(part));
  const actualTexts = isReversed || isPlain ? clusters : [{ text, from: 0, to: glyphs.length }];
  return { text, width: pen, glyphs, actualTexts };
};
