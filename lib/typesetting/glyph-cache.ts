import { needsGlyph } from "../fonts/characters.ts";
import { type Face, faceFor, type HanVariant, mainFace, type Weight } from "./faces.ts";

const PLANE_CODES_COUNT = 65_536;
const UNKNOWN_FACE = 255;

/** Characters below this code are simple if the main face has them: they need no shaping and are not emoji. */
const SIMPLE_CODES_END = 0x300;
const NEEDS_SHAPING = -1;
const NOT_LOOKED_UP = -2;

/** Glyphs of simple characters in one face, by character code. Widths are thousandths of the font size. */
export interface SimpleGlyphs {
  readonly face: number;
  readonly glyph: Uint16Array;
  readonly width: Int16Array;
}

/** The resource name on pages of the face with this number: `F0`. */
export const resourceOf = (face: number): string => `F${face}`;

/** A face of a document, with the glyphs that its subset and its ToUnicode CMap need. */
export interface UsedFace {
  readonly face: Face;
  readonly resource: string;
  /** The text of each glyph that is shown. */
  readonly shown: Map<number, string>;
}

/** Face, glyph and width by character code: arrays for the Basic Multilingual Plane, a map for the codes above. */
interface CharacterTable {
  readonly face: Uint8Array;
  readonly glyph: Uint16Array;
  readonly width: Uint16Array;
  readonly supplementary: Map<number, number[]>;
}

const newCharacterTable = (): CharacterTable => ({
  face: new Uint8Array(PLANE_CODES_COUNT).fill(UNKNOWN_FACE),
  glyph: new Uint16Array(PLANE_CODES_COUNT),
  width: new Uint16Array(PLANE_CODES_COUNT),
  supplementary: new Map(),
});

/**
 * The faces of one document, and the face, glyph and width of each character that occurs in it. One class, because all
 * look-ups fill the same arrays.
 */
export class GlyphCache {
  readonly used: UsedFace[] = [];
  /** A font for invisible text: its codes stand for the text of emoji, which can then be searched and copied. */
  readonly invisible: UsedFace = { face: mainFace("regular"), resource: "U", shown: new Map() };
  readonly #invisibleCodes = new Map<string, number>();
  /** The characters that were asked for and that no face has. */
  readonly missing = new Set<string>();
  readonly han: HanVariant;
  readonly #numbers = new Map<Face, number>();
  readonly #simple: Record<Weight, SimpleGlyphs | undefined> = { regular: undefined, bold: undefined };
  readonly #tables: Record<Weight, CharacterTable | undefined> = { regular: undefined, bold: undefined };

  constructor(han: HanVariant) {
    this.han = han;
    this.faceNumber(mainFace("regular"));
  }

  faceNumber(face: Face): number {
    const known = this.#numbers.get(face);
    if (known !== undefined) return known;
    const number = this.used.length;
    this.used.push({ face, resource: resourceOf(number), shown: new Map() });
    this.#numbers.set(face, number);
    return number;
  }

  /** The face with this number, which `faceNumber` has returned. */
  usedFace(number: number): UsedFace {
    const used = this.used[number];
    if (used === undefined) throw new RangeError(`The document has no face ${number}.`);
    return used;
  }

  /** Writes a character's face, glyph and width (thousandths of the font size) at an index of the given arrays. */
  putGlyph(code: number, weight: Weight, glyphs: GlyphArrays, at: number): void {
    this.#tables[weight] ??= newCharacterTable();
    const table = this.#tables[weight];
    if (code < PLANE_CODES_COUNT) {
      if (table.face[code] === UNKNOWN_FACE) {
        const [face, glyph, width] = this.#lookUp(code, weight);
        table.face[code] = face;
        table.glyph[code] = glyph;
        table.width[code] = width;
      }
      glyphs.face[at] = table.face[code]!;
      glyphs.glyph[at] = table.glyph[code]!;
      glyphs.width[at] = table.width[code]!;
      return;
    }
    const [face = 0, glyph = 0, width = 0] = table.supplementary.get(code) ?? this.#lookUp(code, weight);
    table.supplementary.set(code, [face, glyph, width]);
    glyphs.face[at] = face;
    glyphs.glyph[at] = glyph;
    glyphs.width[at] = width;
  }

  /** Notes the visible characters of a text that a face lacks. */
  noteMissing(text: string, face: Face): void {
    for (const character of text)
      if (needsGlyph(character) && face.glyphOf(character.codePointAt(0) ?? 0) === 0) this.missing.add(character);
  }

  /** The code of a text in the invisible font. */
  invisibleCode(text: string): number {
    const known = this.#invisibleCodes.get(text);
    if (known !== undefined) return known;
    const code = this.invisible.shown.size + 1;
    this.invisible.shown.set(code, text);
    this.#invisibleCodes.set(text, code);
    return code;
  }

  /** The simple glyphs of a weight. Only those that `simpleWidth` has measured are filled in. */
  simple(weight: Weight): SimpleGlyphs {
    this.#simple[weight] ??= {
      face: this.faceNumber(mainFace(weight)),
      glyph: new Uint16Array(SIMPLE_CODES_END),
      width: new Int16Array(SIMPLE_CODES_END).fill(NOT_LOOKED_UP),
    };
    return this.#simple[weight];
  }

  /** The width of a text of simple characters, in thousandths of the font size; negative if it has other characters. */
  simpleWidth(text: string, weight: Weight): number {
    const glyphs = this.simple(weight);
    const { width } = glyphs;
    let sum = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= SIMPLE_CODES_END) return NEEDS_SHAPING;
      let advance = width[code]!;
      if (advance === NOT_LOOKED_UP) advance = this.#lookUpSimple(code, weight, glyphs);
      if (advance === NEEDS_SHAPING) return NEEDS_SHAPING;
      sum += advance;
    }
    return sum;
  }

  #lookUpSimple(code: number, weight: Weight, { face, glyph, width }: SimpleGlyphs): number {
    const [foundFace, foundGlyph, foundWidth] = this.#lookUp(code, weight);
    const isPrintable = code >= 0x20 && (code < 0x7f || code > 0xa0);
    glyph[code] = foundGlyph;
    width[code] = isPrintable && foundFace === face ? foundWidth : NEEDS_SHAPING;
    return width[code];
  }

  #lookUp(code: number, weight: Weight): [face: number, glyph: number, width: number] {
    const main = mainFace(weight);
    const face = main.glyphOf(code) === 0 ? faceFor(code, weight, this.han) : main;
    const number = this.faceNumber(face);
    const glyph = face.glyphOf(code);
    const character = String.fromCodePoint(code);
    if (glyph === 0) this.noteMissing(character, face);
    this.usedFace(number).shown.set(glyph, character);
    return [number, glyph, face.widthOf(glyph)];
  }
}

/** A text's glyphs, one for each character, in logical order. */
export interface GlyphArrays {
  count: number;
  readonly face: Uint8Array;
  readonly glyph: Uint16Array;
  readonly width: Uint16Array;
  readonly code: Uint32Array;
}

export const newGlyphArrays = (characters: number): GlyphArrays => ({
  count: 0,
  face: new Uint8Array(characters),
  glyph: new Uint16Array(characters),
  width: new Uint16Array(characters),
  code: new Uint32Array(characters),
});
