import type { Dict } from "../../objects.ts";
import { glyphNamesFor, meaningOf, namedEncoding } from "./simple-encoding.ts";

/** The glyph names of a code of a Type 1 font by its dictionary, or else by `builtIn`, the encoding of its program. */
export const type1Names = (font: Dict, code: number, builtIn: string | undefined): readonly string[] => {
  const meaning = meaningOf(font, code, undefined);
  if (meaning.name === undefined && namedEncoding(font) === undefined) return builtIn === undefined ? [] : [builtIn];
  return glyphNamesFor(meaning);
};
