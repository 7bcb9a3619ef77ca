/** The font family values of a font table (`ST_FontFamily`: ECMA-376, part 1, 17.18.30). */
export type FontKind = "roman" | "swiss" | "modern" | "script" | "decorative";

const SERIF_NAME =
  /\b(serif|roman|times|garamond|antiqua|bodoni|caslon|slab|book|baskerville|bookman|didot|century|mincho|song|ming)\b/i;
const SANS_NAME = /\b(sans|grotesk|grotesque|gothic|ui|condensed)\b/i;
const MONOSPACE_NAME = /\b(mono|code|console|courier|typewriter|terminal)\b/i;

/** The kind of a font by its name; sans-serif by default, as most fonts of documents are. */
export const kindByName = (name: string): FontKind => {
  if (MONOSPACE_NAME.test(name)) return "modern";
  return SERIF_NAME.test(name) && !SANS_NAME.test(name) ? "roman" : "swiss";
};

/**
 * The kind of a font by its PANOSE number, ten hexadecimal pairs (17.3.3.29): the first is the family kind, the second the
 * serif style, and the fourth the proportion of Latin letters. Undefined where the number does not decide the kind.
 */
export const kindByPanose = (panose: string): FontKind | undefined => {
  const [family = 0, serifs = 0, , proportion = 0] = (panose.match(/../g) ?? [])
    .slice(0, 4)
    .map((pair) => Number.parseInt(pair, 16));
  if (family === 3) return "script";
  if (family === 4) return "decorative";
  if (family !== 2) return undefined;
  if (proportion === 9) return "modern";
  if (serifs >= 11 && serifs <= 15) return "swiss";
  return serifs >= 2 && serifs <= 10 ? "roman" : undefined;
};
