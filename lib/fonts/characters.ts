import set from "./font-set-characters.json" with { type: "json" };

/** Characters that need no glyph. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a character is shown by a glyph: it is no space, no control character and no other invisible one. */
export const needsGlyph = (character: string): boolean => !INVISIBLE.test(character);

/** Symbol fonts have their signs among these, and LibreOffice draws them from others. */
const PRIVATE_USE = /\p{Co}/u;

let boundaries: Uint32Array | undefined;

/** The code points at which characters that have a font begin and end, in turns. */
const readBoundaries = (): Uint32Array => {
  let at = 0;
  return Uint32Array.from(set.boundaries.split(" "), (distance) => {
    at += Number.parseInt(distance, 36);
    return at;
  });
};

/** Whether some font of the font set has a character. */
export const hasFont = (character: string): boolean => {
  boundaries ??= readBoundaries();
  const code = character.codePointAt(0) ?? 0;
  let [from, to] = [0, boundaries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (boundaries[middle]! <= code) from = middle + 1;
    else to = middle;
  }
  return from % 2 === 1;
};

/** Whether LibreOffice draws a box or a gap for a character of a document without fonts of its own. */
export const isUndrawn = (character: string): boolean =>
  needsGlyph(character) && !hasFont(character) && !PRIVATE_USE.test(character);
