import bidiFactory from "bidi-js";
import { Blob, Direction, Font, Buffer as Shaping, Face as ShapingFace, shape } from "harfbuzzjs";
import type { Face } from "./face.ts";
import { faceFor, isEmoji, mainFace, type Weight } from "./faces.ts";
import type { Lettering } from "./lettering.ts";

/** Whether a text has letters that change with their neighbours or run from right to left, or emoji, which are pictures. */
export const isComplex = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= COMPLEX_FROM) return COMPLEX.test(text) || isEmoji(text);
  }
  return false;
};
const COMPLEX_FROM = 0x300;
const COMPLEX =
  /[\u0300-\u036f\u0590-\u08ff\u0900-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece\u0f00-\u109f\u135d-\u135f\u1700-\u18af\u1900-\u1cff\u200c-\u200f\u202a-\u202e\u2066-\u2069\u3099\u309a\ua880-\uabff\ufb1d-\ufdff\ufe70-\ufeff\u{10a00}-\u{10fff}\u{11000}-\u{11fff}\u{1e900}-\u{1e95f}]/u;

/** A glyph of a shaped line: its face's number, itself, and its place from the line's beginning, in thousandths of the size. */
export interface Placed {
  readonly face: number;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

/** Glyphs, from one to before another, that readers cannot tell by themselves, and the text that they show. */
export interface Told {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A shaped line: what is seen, from left to right, and how wide it is in thousandths of the size. */
export interface Shaped {
  readonly text: string;
  readonly width: number;
  readonly glyphs: readonly Placed[];
  readonly told: readonly Told[];
}

// Its types are those of an ES module; what Node loads is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const fonts = new Map<Face, { font: Font; scale: number }>();

const fontOf = (face: Face) => {
  let known = fonts.get(face);
  if (known === undefined) {
    const shaping = new ShapingFace(new Blob(new Uint8Array(face.file).buffer));
    known = { font: new Font(shaping), scale: 1000 / shaping.upem };
    fonts.set(face, known);
  }
  return known;
};

interface Run {
  readonly text: string;
  readonly level: number;
  readonly face: Face;
}

/** Characters that stay in the face of what stands before them, where it has them: marks, joiners, spaces, signs. */
const FOLLOWS = /^[\p{Script=Inherited}\p{Script=Common}]$/u;

/** What belongs to the emoji before it: joiners, variation selectors, skin tones, the second half of a flag or key. */
const JOINED = /[\u200d\ufe0f\u20e3\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]/u;
const AS_PICTURE = "\ufe0f";
/** What chooses among a character's forms is nothing to see, and in no face. */
const SELECTOR = /^[\ufe00-\ufe0f]$/;

/** The face that stands before a character, where it belongs to what is set in that. */
const faceBehind = (face: Face | undefined, char: string, next: string | undefined): Face | undefined => {
  if (face === undefined || SELECTOR.test(char)) return face;
  if (face.glyphOf(char.codePointAt(0)!) === 0) return undefined;
  if (face.isPictures) return JOINED.test(char) ? face : undefined;
  return FOLLOWS.test(char) && !isEmoji(char) && next !== AS_PICTURE ? face : undefined;
};

const ownFace = (code: number, next: string | undefined, weight: Weight, { han }: Lettering): Face => {
  const main = mainFace(weight);
  const picture = isEmoji(String.fromCodePoint(code)) || next === AS_PICTURE;
  return picture || main.glyphOf(code) === 0 ? faceFor(code, weight, han, picture) : main;
};

const runsOf = (text: string, weight: Weight, lettering: Lettering): { runs: Run[]; base: number } => {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, "auto");
  const runs: Run[] = [];
  let at = 0;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    const last = runs.at(-1);
    const face =
      faceBehind(last?.face, char, text[at + char.length]) ?? ownFace(code, text[at + char.length], weight, lettering);
    const level = levels[at]!;
    if (last !== undefined && last.level === level && last.face === face) {
      runs[runs.length - 1] = { ...last, text: last.text + char };
    } else runs.push({ text: char, level, face });
    at += char.length;
  }
  return { runs, base: paragraphs[0]?.level ?? 0 };
};

/** Runs as they are seen (Unicode Standard Annex 9, rule L2). */
const inSight = (runs: readonly Run[]): Run[] => {
  const seen = [...runs];
  const levels = seen.map(({ level }) => level);
  for (let level = Math.max(...levels); level > 0; level--) {
    for (let from = 0; from < seen.length; from++) {
      let to = from;
      while (to < seen.length && seen[to]!.level >= level) to++;
      if (to - from > 1) seen.splice(from, to - from, ...seen.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return seen;
};

/** The picture, a PNG, that a font of emoji holds for a glyph. */
export const pictureOf = (face: Face, glyph: number): Uint8Array | undefined =>
  fontOf(face).font.getGlyphColorPng(glyph);

/** Shapes one line with HarfBuzz, in the order in which it is seen. */
export const shapeLine = (text: string, weight: Weight, lettering: Lettering): Shaped => {
  const { runs } = runsOf(text, weight, lettering);
  const glyphs: Placed[] = [];
  const clusters: Told[] = [];
  let pen = 0;
  for (const run of inSight(runs)) {
    const { font, scale } = fontOf(run.face);
    const number = lettering.number(run.face);
    const { shown } = lettering.used[number]!;
    const buffer = new Shaping();
    buffer.addText(run.text);
    buffer.guessSegmentProperties();
    buffer.setDirection(run.level % 2 === 1 ? Direction.RTL : Direction.LTR);
    shape(font, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const ends = new Map(starts.map((start, at) => [start, starts[at + 1] ?? run.text.length]));
    infos.forEach(({ codepoint: glyph, cluster }, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      const shows = run.text.slice(cluster, ends.get(cluster));
      if (!shown.has(glyph)) shown.set(glyph, shows);
      const joined = index > 0 && infos[index - 1]!.cluster === cluster;
      // What pictures say, unseen letters say.
      const isTold = !run.face.isPictures;
      if (isTold && joined) clusters.push({ ...clusters.pop()!, to: glyphs.length + 1 });
      else if (isTold && (infos[index + 1]?.cluster === cluster || shown.get(glyph) !== shows)) {
        clusters.push({ text: shows, from: glyphs.length, to: glyphs.length + 1 });
      }
      glyphs.push({ face: number, glyph, x: pen + xOffset * scale, y: yOffset * scale });
      pen += xAdvance * scale;
    });
  }
  // Readers turn what runs to the left by themselves, and would turn a whole line's text a second time.
  const turned = runs.some(({ level }) => level % 2 === 1);
  const isPlain = runs.every(({ face, text: part }) => face.isPictures || !COMPLEX.test(part));
  return { text, width: pen, glyphs, told: turned || isPlain ? clusters : [{ text, from: 0, to: glyphs.length }] };
};
