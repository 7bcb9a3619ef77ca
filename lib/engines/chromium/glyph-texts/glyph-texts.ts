import { joinedLetters } from "../../../typesetting/joined-letters.ts";
import type { ShownGlyphs } from "./content.ts";

/** The text that hexadecimal digits of UTF-16 stand for. */
export const textOf = (hex: string): string => Buffer.from(hex, "hex").swap16().toString("utf16le");

/** The hexadecimal digits of a text in UTF-16. */
export const hexOf = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex");

/** The one character for a text, as readers find it; undefined if the text has several. */
export const characterOf = (hex: string): string | undefined => {
  if (hex.length === 0 || hex.length % 4 !== 0) return undefined;
  const text = textOf(hex);
  const character = joinedLetters(text) ?? text;
  return [...character].length === 1 ? character : undefined;
};

interface Uses {
  isInMap: boolean;
  readonly counts: Map<string, number>;
}

/**
 * Counts which characters the contents of a document state for each glyph, and returns for each glyph of the given fonts the one
 * that its font's map is to have: the most frequent one of a glyph whose text is always stated. Texts are those of one character.
 */
export class GlyphTexts {
  readonly #fonts: ReadonlySet<number>;
  readonly #uses = new Map<number, Map<string, Uses>>();

  constructor(fonts: ReadonlySet<number>) {
    this.#fonts = fonts;
  }

  count({ font, codes, stated }: ShownGlyphs): void {
    if (!this.#fonts.has(font)) return;
    if (stated === undefined) for (const code of codes) this.#usesOf(font, code).isInMap = true;
    const [code, ...more] = codes;
    const character = stated && characterOf(stated.hex);
    if (code === undefined || more.length > 0 || character === undefined) return;
    const { counts } = this.#usesOf(font, code);
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }

  /** The characters of a font's glyphs by their codes. */
  charactersOf(font: number): Map<string, string> {
    const characters = new Map<string, string>();
    for (const [code, { isInMap, counts }] of this.#uses.get(font) ?? []) {
      const [most] = [...counts].sort(([, a], [, b]) => b - a);
      if (!isInMap && most !== undefined) characters.set(code, most[0]);
    }
    return characters;
  }

  #usesOf(font: number, code: string): Uses {
    const ofFont = this.#uses.get(font) ?? new Map<string, Uses>();
    const uses = ofFont.get(code) ?? { isInMap: false, counts: new Map() };
    this.#uses.set(font, ofFont.set(code, uses));
    return uses;
  }
}
