import { STANDARD_ENCODING } from "../../../fonts/cff/standard-strings.ts";
import { characterOf, namesOf } from "../../../fonts/glyph-list.ts";
import { arrayAt, dictAt, nameAt, numberAt, resolve } from "../../access.ts";
import { type Dict, Name, type Value } from "../../objects.ts";

/** What a simple font's dictionary says that a code means: the name of its glyph, its character, or both. */
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
const characterIn = (encoding: string, code: number): number | undefined => {
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

/** The encoding that a font names, as its base or as a whole; undefined for none, or an unknown one. */
export const namedEncoding = (font: Dict): string | undefined => {
  const name = nameAt(font, "Encoding") ?? nameAt(dictAt(font, "Encoding"), "BaseEncoding");
  return name !== undefined && NAMED.has(name) ? name : undefined;
};

/** The width that a simple font's dictionary gives a code; undefined if it gives none. */
export const statedWidth = (font: Dict, code: number): number | undefined => {
  const width = resolve(arrayAt(font, "Widths")?.[code - (numberAt(font, "FirstChar") ?? 0)]);
  return typeof width === "number" ? width : undefined;
};

/** What was read of arrays: many fonts may share a long one, which is asked for each of their codes. */
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

/** What a code of a simple font means; `implicit` is the encoding of a font that names none. */
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

/** The glyph names that a meaning may have in a font program. */
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
