import { characterOf, namesOf } from "../../../fonts/glyph-list.ts";
import { STANDARD_ENCODING } from "../../../fonts/type1/standard-encoding.ts";
import { arrayAt, dictAt, nameAt } from "../../access.ts";
import { type Dict, Name } from "../../objects.ts";

/** All meanings that readers may give to a code of a simple font. */
export interface CodeMeaning {
  readonly code: number;
  readonly characters: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
}

const BULLET = 0x2022;

const decoders = ["windows-1252", "macintosh"].map((label) => new TextDecoder(label));

/** The glyph names in a font's /Differences (ISO 32000-2, table 112); undefined for an unknown base encoding. */
const differencesOf = (font: Dict): Map<number, string> | undefined => {
  const encoding = dictAt(font, "Encoding");
  const base = nameAt(encoding, "BaseEncoding") ?? nameAt(font, "Encoding");
  if (base !== undefined && !/^(WinAnsi|MacRoman|Standard)Encoding$/.test(base)) return undefined;
  const names = new Map<number, string>();
  let code = 0;
  for (const entry of arrayAt(encoding, "Differences") ?? []) {
    if (entry instanceof Name) names.set(code++, entry.text);
    else code = typeof entry === "number" ? entry : code;
  }
  return names;
};

const meaningOf = (code: number, name: string | undefined): CodeMeaning => {
  const characters = new Set(decoders.flatMap((decoder) => decoder.decode(Uint8Array.of(code)).codePointAt(0) ?? []));
  const names = new Set([STANDARD_ENCODING.get(code), name].filter((known) => known !== undefined));
  for (const known of names) {
    const character = characterOf(known);
    if (character !== undefined) characters.add(character);
  }
  // Codes that are undefined in WinAnsiEncoding show a bullet (ISO 32000-2, annex D.2).
  characters.add(BULLET);
  for (const character of characters) for (const known of namesOf(character)) names.add(known);
  return { code, characters, names };
};

/**
 * The meanings of the codes in strings of a simple font, by every encoding that a reader may use; undefined for an
 * unknown encoding.
 */
export const meaningsOf = (font: Dict, strings: Iterable<string>): CodeMeaning[] | undefined => {
  const differences = differencesOf(font);
  if (differences === undefined) return undefined;
  const codes = new Set<number>();
  for (const text of strings) for (let at = 0; at < text.length; at++) codes.add(text.charCodeAt(at));
  return [...codes].map((code) => meaningOf(code, differences.get(code)));
};
