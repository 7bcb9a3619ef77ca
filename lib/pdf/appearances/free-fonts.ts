import { subsetTag } from "../../typesetting/embedded-font.ts";
import type { Face, Weight } from "../../typesetting/faces.ts";
import { byteToUnicode } from "../byte-to-unicode.ts";
import { type Dict, makeDict, Name, Ref } from "../objects.ts";
import { setSymbolic, symbolicDescriptor } from "../symbolic-font.ts";
import type { FieldFont } from "./field-fonts.ts";
import { standardFont } from "./standard-fonts.ts";

type Faces = typeof import("../../typesetting/simple-faces.ts");

const SPACE_CODE = 32;
/** The codes of a font from the space on; the code 0 is .notdef for some readers. */
const CODES = 224;
/** Names of bold fonts in default appearances, with those that Acrobat gives to standard fonts. */
const BOLD_NAMES = /bold|^(?:He|Ti|Co)B[oOI]$/i;

/** A face of the font set as a simple font, whose codes are given to characters as they come. */
class FreeFont implements FieldFont {
  readonly face: Face;
  readonly weight: Weight;
  readonly ascent: number;
  readonly descent: number;
  readonly capitals: number;
  readonly leading: number;
  readonly resource: Ref;
  readonly #dict: Dict = makeDict({ Type: new Name("Font") });
  readonly #characters = [" "];

  constructor(face: Face, weight: Weight) {
    this.face = face;
    this.weight = weight;
    this.ascent = face.ascent;
    this.descent = face.descent;
    this.capitals = standardFont("Helvetica").capitals;
    this.leading = face.ascent - face.descent;
    this.resource = new Ref(this.#dict);
  }

  #glyphOf(character: string): number {
    return this.face.glyphOf(character.codePointAt(0) ?? 0);
  }

  encode(text: string): Uint8Array | undefined {
    const characters = [...text];
    const added = [...new Set(characters)].filter((character) => !this.#characters.includes(character));
    if (this.#characters.length + added.length > CODES) return undefined;
    if (added.some((character) => this.#glyphOf(character) === 0)) return undefined;
    this.#characters.push(...added);
    const codes = new Map(this.#characters.map((character, at) => [character, SPACE_CODE + at]));
    return Uint8Array.from(characters, (character) => codes.get(character) ?? SPACE_CODE);
  }

  widthOf(codes: Uint8Array): number {
    return codes.reduce(
      (sum, code) => sum + this.face.widthOf(this.#glyphOf(this.#characters[code - SPACE_CODE] ?? " ")),
      0,
    );
  }

  /** Embeds the program with the characters so far; `number` makes its name unique. */
  embed(number: number, { programOf }: Faces): void {
    const coded = this.#characters.map((character, at) => {
      const glyph = this.#glyphOf(character);
      return { code: SPACE_CODE + at, glyph, width: this.face.widthOf(glyph) };
    });
    const program = programOf(this.face, coded);
    const name = `${subsetTag(number)}+${this.face.name.replace(/[^A-Za-z0-9-]/g, "")}`;
    const isBold = this.weight === "bold";
    setSymbolic(this.#dict, symbolicDescriptor(name, program, { ...this.face, isBold, isItalic: false }), coded);
    const texts = this.#characters.map((character, at) => [SPACE_CODE + at, character.codePointAt(0)] as const);
    this.#dict.set("ToUnicode", new Ref(byteToUnicode(texts)));
  }
}

/**
 * Fonts of the font set for texts that neither the fonts of a form nor the standard fonts can show. A text gets one font, and
 * one that needs shaping gets none. It is one class, because fields share fonts.
 */
class FreeFonts {
  readonly #faces: Faces;
  readonly #fonts: FreeFont[] = [];

  constructor(faces: Faces) {
    this.#faces = faces;
  }

  candidates(name: string, text: string): FieldFont[] {
    const weight = BOLD_NAMES.test(name) ? "bold" : "regular";
    const shown = text.replace(/\p{Cc}/gu, " ");
    for (const face of this.#faces.facesFor(shown, weight)) {
      const known = this.#fonts.find((font) => font.face === face && font.encode(shown) !== undefined);
      const font = known ?? new FreeFont(face, weight);
      if (font.encode(shown) === undefined) continue;
      if (known === undefined) this.#fonts.push(font);
      return [font];
    }
    return [];
  }

  /** Embeds the fonts with what is shown. Throws an Error if the font set is damaged. */
  embed(): void {
    for (const [at, font] of this.#fonts.entries()) font.embed(at, this.#faces);
  }
}

/** Loads what free fonts are made of: in a module of its own, so that it costs nothing if all characters are there. */
export const loadFreeFonts = async (): Promise<FreeFonts> => {
  const { href } = new URL("../../typesetting/simple-faces.ts", import.meta.url);
  return new FreeFonts((await import(href)) as Faces);
};
