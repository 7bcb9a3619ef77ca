import type { Face } from "./face.ts";
import { faceFor, type Han, mainFace, type Weight } from "./faces.ts";

const PLANE = 65_536;
const UNKNOWN = 255;

/** Characters up to here are easy where the main face has them: neither joined nor turned, and never a picture. */
const EASY = 0x300;
const HARD = -1;
const NOT_YET = -2;

/** Letters of one face by their codes, for texts of nothing else: widths in thousandths of the size. */
export interface Easy {
  readonly face: number;
  readonly glyph: Uint16Array;
  readonly width: Int16Array;
}

/** A face in use: what it shows, for its subset and for the text that readers get. */
export interface Used {
  readonly face: Face;
  /** The resource name of a page, as `F0`. */
  readonly resource: string;
  /** Text of each glyph that is shown. */
  readonly shown: Map<number, string>;
}

/** What is known of characters: flat tables for those of the first plane. */
interface Characters {
  readonly face: Uint8Array;
  readonly glyph: Uint16Array;
  readonly width: Uint16Array;
  readonly beyond: Map<number, number[]>;
}

const characters = (): Characters => ({
  face: new Uint8Array(PLANE).fill(UNKNOWN),
  glyph: new Uint16Array(PLANE),
  width: new Uint16Array(PLANE),
  beyond: new Map(),
});

/** The faces of one document, with the number of each, and characters to glyphs, remembered in flat tables. */
export class Lettering {
  readonly used: Used[] = [];
  /** A font whose letters are never seen: its codes stand for what pictures say, for whoever searches or copies. */
  readonly unseen: Used = { face: mainFace("regular"), resource: "U", shown: new Map() };
  readonly #unseenCodes = new Map<string, number>();
  readonly han: Han;
  readonly #numbers = new Map<Face, number>();
  readonly #easy: Record<Weight, Easy | undefined> = { regular: undefined, bold: undefined };
  readonly #tables: Record<Weight, Characters | undefined> = { regular: undefined, bold: undefined };

  constructor(han: Han) {
    this.han = han;
    this.number(mainFace("regular"));
  }

  /** The number of a face in this document. */
  number(face: Face): number {
    const known = this.#numbers.get(face);
    if (known !== undefined) return known;
    const number = this.used.length;
    this.used.push({ face, resource: `F${number}`, shown: new Map() });
    this.#numbers.set(face, number);
    return number;
  }

  /** Writes a character's face, glyph and width (thousandths of the type size) to a place of the given lists. */
  put(code: number, weight: Weight, glyphs: Glyphs, at: number): void {
    this.#tables[weight] ??= characters();
    const table = this.#tables[weight];
    if (code < PLANE) {
      if (table.face[code] === UNKNOWN) {
        const [face, glyph, width] = this.#find(code, weight);
        table.face[code] = face;
        table.glyph[code] = glyph;
        table.width[code] = width;
      }
      glyphs.face[at] = table.face[code]!;
      glyphs.glyph[at] = table.glyph[code]!;
      glyphs.width[at] = table.width[code]!;
      return;
    }
    const [face = 0, glyph = 0, width = 0] = table.beyond.get(code) ?? this.#find(code, weight);
    table.beyond.set(code, [face, glyph, width]);
    glyphs.face[at] = face;
    glyphs.glyph[at] = glyph;
    glyphs.width[at] = width;
  }

  /** The code by which the font that nobody sees stands for a text. */
  unseenCode(text: string): number {
    const known = this.#unseenCodes.get(text);
    if (known !== undefined) return known;
    const code = this.unseen.shown.size + 1;
    this.unseen.shown.set(code, text);
    this.#unseenCodes.set(text, code);
    return code;
  }

  /** The letters in which `easyWidth` measures. */
  easy(weight: Weight): Easy {
    this.#easy[weight] ??= {
      face: this.number(mainFace(weight)),
      glyph: new Uint16Array(EASY),
      width: new Int16Array(EASY).fill(NOT_YET),
    };
    return this.#easy[weight];
  }

  /** How wide a text is, in thousandths of the size, that is of easy letters alone; a negative number where it is not. */
  easyWidth(text: string, weight: Weight): number {
    const letters = this.easy(weight);
    const { width } = letters;
    let sum = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= EASY) return HARD;
      let wide = width[code]!;
      if (wide === NOT_YET) wide = this.#learn(code, weight, letters);
      if (wide === HARD) return HARD;
      sum += wide;
    }
    return sum;
  }

  #learn(code: number, weight: Weight, { face, glyph, width }: Easy): number {
    const [found, number, wide] = this.#find(code, weight);
    const printed = code >= 0x20 && (code < 0x7f || code > 0xa0);
    glyph[code] = number;
    width[code] = printed && found === face ? wide : HARD;
    return width[code];
  }

  #find(code: number, weight: Weight): [face: number, glyph: number, width: number] {
    const main = mainFace(weight);
    const face = main.glyphOf(code) === 0 ? faceFor(code, weight, this.han) : main;
    const number = this.number(face);
    const glyph = face.glyphOf(code);
    this.used[number]!.shown.set(glyph, String.fromCodePoint(code));
    return [number, glyph, face.widthOf(glyph)];
  }
}

/** A text's glyphs, one a character, in the order of reading. */
export interface Glyphs {
  count: number;
  readonly face: Uint8Array;
  readonly glyph: Uint16Array;
  readonly width: Uint16Array;
  readonly code: Uint32Array;
}

/** Room for the glyphs of so many characters. */
export const glyphRoom = (characters: number): Glyphs => ({
  count: 0,
  face: new Uint8Array(characters),
  glyph: new Uint16Array(characters),
  width: new Uint16Array(characters),
  code: new Uint32Array(characters),
});
