/** Families of Debian's fonts-noto-core that are kept beside Noto Sans: what they write, nothing else of the set does. */
const OTHERS = new Set(["NotoMusic", "NotoNaskhArabic", "NotoNastaliqUrdu", "NotoSerifTibetan"]);

/** Noto Sans families that are left out: second cuts of a script, and 5 MB of sign writing. */
const LEFT_OUT = /^NotoSans(AdlamUnjoined|Display|SignWriting|Tifinagh[A-Z]\w*|TamilSupplement)$/;

/** Families that documents and pages name most of those that are free, in the four faces that word processors know. */
const NAMED = /^(ComicNeue|Gelasio|Inter|Lato|Montserrat|NotoSerif|OpenSans|Poppins|Roboto|SourceSans3)$/;

/** Faces of those, as Debian's packages and npm's call them. */
const FACES = /^(400|700)?(Regular|Bold|Italic|BoldItalic)(_Italic)?$/;

const isNeeded = (family: string): boolean =>
  family.startsWith("NotoSans") ? !LEFT_OUT.test(family) : OTHERS.has(family);

/**
 * Whether a font file belongs to the set: every script in Regular and Bold, since a bold made up by the browser prints
 * as pictures of letters; italics where the script has them.
 */
export const belongs = (file: string): boolean => {
  const [, family = "", style = ""] = /([A-Za-z0-9]+)(?:[-_](\w+))?\.ttf$/.exec(file) ?? [];
  if (/^(Liberation|Carlito|Caladea|NotoColorEmoji)/.test(family)) return true;
  if (NAMED.test(family)) return FACES.test(style);
  if (!isNeeded(family)) return false;
  return /^(400|700)?(Regular|Bold)$/.test(style) || family === "NotoSans";
};
