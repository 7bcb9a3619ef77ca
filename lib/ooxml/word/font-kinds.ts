/** Kinds of fonts as a font table has them (ECMA-376, part 1, 17.18.30). */
export type FontKind = "roman" | "swiss" | "modern" | "script" | "decorative";

const SERIF =
  /\b(serif|roman|times|garamond|antiqua|bodoni|caslon|slab|book|baskerville|bookman|didot|century|mincho|song|ming)\b/i;
const SANS = /\b(sans|grotesk|grotesque|gothic|ui|condensed)\b/i;
const MONO = /\b(mono|code|console|courier|typewriter|terminal)\b/i;

/** What a font seems to be by its name: sans-serif where that says nothing, as most fonts of documents are. */
export const kindByName = (name: string): FontKind => {
  if (MONO.test(name)) return "modern";
  return SERIF.test(name) && !SANS.test(name) ? "roman" : "swiss";
};

/**
 * What a font is by its PANOSE number, ten hexadecimal pairs (17.3.3.29; the first is the kind, the second the serifs, the
 * fourth the proportion of Latin letters); undefined where that says nothing.
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
