import { type CodedGlyph, symbolicFont } from "../fonts/symbolic.ts";
import { type Face, faceFor, hanVariantOf, mainFace, type Weight } from "./faces.ts";
import { needsShaping } from "./shaping.ts";

// Faces for text in simple fonts, with codes of one byte. The module is loaded only if it is needed: it loads fonts and HarfBuzz.

/** The faces that together may have all characters of a text, the main one first; none for a text that needs shaping. */
export const facesFor = (text: string, weight: Weight): Iterable<Face> => {
  if (needsShaping(text)) return [];
  const main = mainFace(weight);
  const han = hanVariantOf(text);
  const codes = [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);
  return new Set([main, ...codes.filter((code) => main.glyphOf(code) === 0).map((code) => faceFor(code, weight, han))]);
};

/** A font program with these glyphs of a face, selected by codes of one byte. Throws an Error if the font set is damaged. */
export const programOf = (face: Face, coded: readonly CodedGlyph[]): Buffer => {
  const program = symbolicFont(face.file, coded);
  if (program === undefined) throw new Error(`${face.name} cannot be embedded`);
  return program;
};
