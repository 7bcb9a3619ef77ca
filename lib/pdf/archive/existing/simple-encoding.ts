import { STANDARD_ENCODING } from "../../../fonts/cff/standard-strings.ts";
import { characterOf, namesOf } from "../../../fonts/glyph-list.ts";
import { arrayAt, dictAt, nameAt, numberAt, resolve } from "../../access.ts";
import { type Dict, Name, type Value } from "../../objects.ts";

/** The meaning of a code by the dictionary of a simple font. */
interface CodeMeaning {
  readonly name?: string | undefined;
  readonly character?: number | undefined;
}

const WINDOWS = new TextDecoder("windows-1252");
const MACINTOSH = new TextDecoder("macintosh");
const [SPACE, HYPHEN, BULLET] = [0x20, 0x2d, 0x2022];
const [NO_BREAK_SPACE, SOFT_HYPHEN] = [0xa0, 0xad];

const printable = (decoder: TextDecoder, code: number): number | undefined => {
  if (code < SPACE) return undefined;
  const character = decoder.decode(Uint8Array.of(code)).codePointAt(0) ?? 0;
  if (character === NO_BREAK_SPACE) return SPACE;
  if (character === SOFT_HYPHEN) return HYPHEN;
  return character;
};

/** The characters of a named encoding (ISO 32000-2, annex D.2); undefined for another name. */
export const characterIn = (encoding: string, code: number): number | undefined => {
  if (encoding === "MacRomanEncoding") return printable(MACINTOSH, code);
  if (encoding === "WinAnsiEncoding") {
    const character = printable(WINDOWS, code);
    // The codes that are not defined show a bullet.
    return character !== undefined && character >= 0x7f && character < NO_BREAK_SPACE ? BULLET : character;
  }
  const name = encoding === "StandardEncoding" ? STANDARD_ENCODING.get(code) : undefined;
  return name === undefined ? undefined : characterOf(name);
};

const NAMED = new Set(["MacRomanEncoding", "WinAnsiEncoding", "StandardEncoding"]);

/** The encoding that a font names, as its encoding or as the base of it; undefined for an unknown name or none. */
export const namedEncoding = (font: Dict): string | undefined => {
  const name = nameAt(font, "Encoding") ?? nameAt(dictAt(font, "Encoding"), "BaseEncoding");
  return name !== undefined && NAMED.has(name) ? name : undefined;
};

/** The width of a code in the dictionary of a simple font; undefined if there is none. */
export const statedWidth = (font: Dict, code: number): number | undefined => {
  const width = resolve(arrayAt(font, "Widths")?.[code - (numberAt(font, "FirstChar") ?? 0)]);
  return typeof width === "number" ? width : undefined;
};

/** The names of arrays that were read: many fonts may share a long array, which is looked up for each of their codes. */
const readDifferences = new WeakMap<readonly Value[], ReadonlyMap<number, string>>();

/** The glyph names in a font's /Differences by their codes (ISO 32000-2, table 112). */
export const differencesOf = (font: Dict): ReadonlyMap<number, string> => {
  const array = arrayAt(dictAt(font, "Encoding"), "Differences") ?? [];
  const known = readDifferences.get(array);
  if (known !== undefined) return known;
  const names = new Map<number, string>();
  readDifferences.set(array, names);
  let code = 0;
  for (const entry of array.map(resolve)) {
    if (entry instanceof Name) names.set(code++ & 255, entry.text);
    else code = typeof entry === "number" ? entry : code;
  }
  return names;
};

/** The meaning of a code of a simple font; `implicit` is the encoding of a font that names none. */
export const meaningOf = (font: Dict, code: number, implicit: string | undefined): CodeMeaning => {
  const name = differencesOf(font).get(code);
  if (name !== undefined) return { name, character: characterOf(name) };
  const encoding = namedEncoding(font) ?? implicit;
  if (encoding === undefined) return {};
  return {
    name: encoding === "StandardEncoding" ? STANDARD_ENCODING.get(code) : undefined,
    character: characterIn(encoding, code),
  };
};

/** The names that a glyph may have in a font program. */
export const glyphNamesFor = ({ name, character }: CodeMeaning): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...(character === undefined ? [] : namesOf(character)),
];

/** The codes in strings of a simple font. */
export const codesIn = (strings: Iterable<string>): Set<number> => {
  const codes = new Set<number>();
  for (const text of strings) for (let at = 0; at < text.length; at++) codes.add(text.charCodeAt(at));
  return codes;
};
