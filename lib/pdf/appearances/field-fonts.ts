import { STANDARD_ENCODING } from "../../fonts/cff/standard-strings.ts";
import { characterOf, namesOf } from "../../fonts/glyph-list.ts";
import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, numbersOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Dict, Name, Ref, type Value } from "../objects.ts";
import {
  type FontHeights,
  type StandardFont,
  standardFace,
  standardFont,
  standardFontResource,
} from "./standard-fonts.ts";

/** A simple font in which text of fields is written. */
export interface FieldFont extends FontHeights {
  readonly resource: Value;
  /** The codes of a text; undefined if the font lacks one of its characters. */
  encode(text: string): Uint8Array | undefined;
  /** The width of codes in thousandths of the font size. */
  widthOf(codes: Uint8Array): number;
}

const CODES = 256;
const decoded = (label: string): readonly string[] => {
  const decoder = new TextDecoder(label);
  return Array.from({ length: CODES }, (_, code) => decoder.decode(Uint8Array.of(code)));
};

const WIN_ANSI = decoded("windows-1252");

/** The characters of each code in a base encoding (ISO 32000-2, annex D). */
const baseCharacters = (name: string | undefined): readonly string[] => {
  if (name === "MacRomanEncoding") return decoded("macintosh");
  if (name !== "StandardEncoding") return WIN_ANSI;
  return Array.from({ length: CODES }, (_, code) => {
    const character = characterOf(STANDARD_ENCODING.get(code) ?? "");
    return character === undefined ? "" : String.fromCodePoint(character);
  });
};

/** The character of each code of a simple font. */
const charactersOf = (font: Dict): string[] => {
  const encoding = dictAt(font, "Encoding");
  const isTrueType = nameAt(font, "Subtype") === "TrueType";
  const base = nameAt(font, "Encoding") ?? nameAt(encoding, "BaseEncoding");
  const characters = [...baseCharacters(base ?? (isTrueType ? undefined : "StandardEncoding"))];
  let code = 0;
  for (const entry of (arrayAt(encoding, "Differences") ?? []).slice(0, 2 * CODES)) {
    if (typeof entry === "number") code = entry;
    else if (entry instanceof Name && code >= 0 && code < CODES) {
      const character = characterOf(entry.text);
      characters[code++] = character === undefined ? "" : String.fromCodePoint(character);
    }
  }
  return characters;
};

const heightsOf = (descriptor: Dict | undefined, standard: StandardFont): FontHeights => {
  const [, bottom = 0, , top = 0] = numbersOf(descriptor?.get("FontBBox"), 4) ?? [];
  const [ascent, descent] = [numberAt(descriptor, "Ascent") ?? 0, numberAt(descriptor, "Descent") ?? 0];
  const { leading } = standard;
  const stated = numberAt(descriptor, "CapHeight") ?? 0;
  if (!(ascent > 300 && ascent < 1500 && descent < 0 && descent > -800)) return standard;
  const capitals = stated > 300 && stated <= ascent ? stated : Math.min(ascent, standard.capitals);
  return { ascent, capitals, descent, leading: top - bottom > 800 && top - bottom < 1600 ? top - bottom : leading };
};

/** Characters that are written as another one if a font lacks them. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ["\u00a0", " "],
  ["\u202f", " "],
  ["\u2011", "-"],
  ["\u00ad", "-"],
]);

/** The font for text of fields that a font dictionary describes; undefined for one whose codes are not interpreted. */
const readFont = (resource: Value): FieldFont | undefined => {
  const font = dictOf(resource);
  if (font === undefined || !/^(Type1|TrueType|MMType1)$/.test(nameAt(font, "Subtype") ?? "")) return undefined;
  const name = nameAt(font, "BaseFont") ?? "";
  const descriptor = dictAt(font, "FontDescriptor");
  if (/Symbol|Dingbats/i.test(name)) return undefined;
  const isEmbedded = ["FontFile", "FontFile2", "FontFile3"].some((key) => get(descriptor, key) !== undefined);
  const standard = standardFont(name);
  const first = numberAt(font, "FirstChar") ?? 0;
  const widths = numbersOf(font.get("Widths"), CODES);
  const codes = new Map<string, number>();
  const widthByCode = new Float64Array(CODES);
  for (const [code, character] of charactersOf(font).entries()) {
    const own = widths?.[code - first];
    if (character === "" || codes.has(character) || (isEmbedded && !own)) continue;
    const names = namesOf(character.codePointAt(0) ?? 0);
    const known = names.map((glyph) => standard.widthOf(glyph)).find((width) => width !== undefined);
    const width = own ?? known;
    if (width === undefined) continue;
    codes.set(character, code);
    widthByCode[code] = width;
  }
  return {
    ...heightsOf(descriptor, standard),
    resource,
    encode: (text) => {
      const found = [...text].map((character) => codes.get(character) ?? codes.get(REPLACEMENTS.get(character) ?? ""));
      return found.every((code) => code !== undefined) ? Uint8Array.from(found) : undefined;
    },
    widthOf: (text) => text.reduce((sum, code) => sum + (widthByCode[code] ?? 0), 0),
  };
};

/** The fonts of a form's default resources, each read once. It is one class, because fields share what was read. */
export class FieldFonts {
  readonly #resources: Dict | undefined;
  readonly #budget: Budget;
  readonly #fonts = new Map<string, FieldFont | undefined>();
  readonly #standard = new Map<string, FieldFont | undefined>();

  constructor(form: Dict | undefined, budget: Budget) {
    this.#resources = dictAt(dictAt(form, "DR"), "Font");
    this.#budget = budget;
  }

  /** Fonts to write a text in: the named one, then a standard font, which has all characters of Western Europe. */
  candidates(name: string): FieldFont[] {
    if (!this.#fonts.has(name)) this.#fonts.set(name, this.#read(name));
    const face = standardFace(name);
    if (!this.#standard.has(face)) this.#standard.set(face, readFont(standardFontResource(face)));
    return [this.#fonts.get(name), this.#standard.get(face)].filter((font) => font !== undefined);
  }

  #read(name: string): FieldFont | undefined {
    const value = this.#resources?.get(name);
    if (value === undefined) return undefined;
    this.#budget.spendValues(CODES);
    const resource = value instanceof Ref ? value : new Ref(value);
    this.#resources?.set(name, resource);
    return readFont(resource);
  }
}
