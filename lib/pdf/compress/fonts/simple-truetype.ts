import { type CmapSubtable, cmapFor, readCmap } from "../../../fonts/cmap.ts";
import { glyphsNamed, postFor, readGlyphNames } from "../../../fonts/post.ts";
import type { Tables } from "../../../fonts/sfnt.ts";
import type { Dict } from "../../objects.ts";
import { type CodeMeaning, meaningsOf } from "./simple-codes.ts";

/** The glyphs that strings show of a simple TrueType font, and the codes to keep in its `cmap`. */
export interface ShownGlyphs {
  readonly glyphs: Set<number>;
  readonly codes: Set<number>;
}

const macRoman = new TextDecoder("macintosh");
const MAC_ROMAN_CODES: ReadonlyMap<number, number> = new Map(
  Array.from({ length: 256 }, (_, code) => [macRoman.decode(Uint8Array.of(code)).codePointAt(0) ?? code, code]),
);

/** The code ranges of symbolic fonts in a Windows `cmap` (ISO 32000-2, 9.6.5.4). */
const SYMBOL_RANGES = [0xf000, 0xf100, 0xf200];

/** The codes that a reader may look up in a `cmap` for a code of the font. */
const lookups = ({ code, characters }: CodeMeaning): number[] => [
  code,
  ...SYMBOL_RANGES.map((range) => range + code),
  ...[...characters].flatMap((character) => [character, MAC_ROMAN_CODES.get(character) ?? code]),
];

/** A generated glyph name: letters, then the glyph's number or code. */
const NUMBERED_GLYPH_NAME = /^[A-Za-z]{1,5}(\d{1,5})$/;

/**
 * The glyphs that any reader could select for strings of a simple TrueType font, by any `cmap` subtable or by name (ISO
 * 32000-2, 9.6.5.4). Undefined if they cannot be determined.
 */
export const simpleShownGlyphs = (font: Dict, strings: Iterable<string>, tables: Tables): ShownGlyphs | undefined => {
  const cmap = tables.get("cmap");
  const subtables: CmapSubtable[] | undefined = cmap === undefined ? [] : readCmap(cmap);
  const meanings = meaningsOf(font, strings);
  if (subtables === undefined || meanings === undefined) return undefined;
  const codes = new Set(meanings.flatMap(lookups));
  const names = new Set(meanings.flatMap((meaning) => [...meaning.names]));
  const glyphs = new Set([...codes].flatMap((code) => subtables.map(({ glyph }) => glyph(code))));
  const post = tables.get("post");
  const glyphNames = post && readGlyphNames(post);
  if (glyphNames !== undefined) for (const glyph of glyphsNamed(glyphNames, names)) glyphs.add(glyph);
  for (const name of names) {
    const number = NUMBERED_GLYPH_NAME.exec(name)?.[1];
    if (number !== undefined) glyphs.add(Number(number));
  }
  // Without a usable `cmap`, readers use codes as glyph numbers.
  if (subtables.length === 0) for (const { code } of meanings) glyphs.add(code);
  return { glyphs, codes };
};

/** The tables by which readers find the glyphs of a simple font, reduced to the shown glyphs. */
export const simpleFontTables = (tables: Tables, { glyphs, codes }: ShownGlyphs): Tables => {
  const kept: Tables = new Map();
  const cmap = tables.get("cmap");
  const subtables = cmap && readCmap(cmap);
  if (subtables !== undefined) kept.set("cmap", cmapFor(subtables, codes));
  const post = tables.get("post");
  const names = post && readGlyphNames(post);
  if (post !== undefined) kept.set("post", names === undefined ? post : postFor(post, names, glyphs));
  const os2 = tables.get("OS/2");
  if (os2 !== undefined) kept.set("OS/2", os2);
  return kept;
};
