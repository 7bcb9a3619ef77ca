import type { Dict } from "../../objects.ts";
import { glyphNamesFor, meaningOf, namedEncoding } from "./simple-encoding.ts";

/** The names that a code of a Type 1 font may have: those of its dictionary, or `own`, the one of the program itself. */
export const type1Names = (font: Dict, code: number, own: string | undefined): readonly string[] => {
  const meaning = meaningOf(font, code, undefined);
  if (meaning.name === undefined && namedEncoding(font) === undefined) return own === undefined ? [] : [own];
  return glyphNamesFor(meaning);
};
