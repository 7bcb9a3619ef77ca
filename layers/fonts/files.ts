/** The families of Debian's fonts-noto-core that are kept besides Noto Sans, because only they have their characters. */
const OTHER_NOTO_FAMILIES = new Set(["NotoMusic", "NotoNaskhArabic", "NotoNastaliqUrdu", "NotoSerifTibetan"]);

/** The Noto Sans families that are left out: second designs of a script, and SignWriting, which takes 5 MB. */
const OMITTED_FAMILIES = /^NotoSans(AdlamUnjoined|Display|SignWriting|Tifinagh[A-Z]\w*|TamilSupplement)$/;

/** The free families that documents and pages name most. They are kept in the four styles of word processors. */
const POPULAR_FAMILIES = /^(ComicNeue|Gelasio|Inter|Lato|Montserrat|NotoSerif|OpenSans|Poppins|Roboto|SourceSans3)$/;

/** The names of these styles in the packages of Debian and npm. */
const POPULAR_STYLES = /^(400|700)?(Regular|Bold|Italic|BoldItalic)(_Italic)?$/;

const isNeeded = (family: string): boolean =>
  family.startsWith("NotoSans") ? !OMITTED_FAMILIES.test(family) : OTHER_NOTO_FAMILIES.has(family);

/**
 * Whether a font file belongs to the font set. The set has every script in Regular and Bold, because a bold that the browser
 * synthesises is printed as pictures of letters. Noto Sans also has italics.
 */
export const isInFontSet = (file: string): boolean => {
  const [, family = "", style = ""] = /([A-Za-z0-9]+)(?:[-_](\w+))?\.ttf$/.exec(file) ?? [];
  if (/^(Liberation|Carlito|Caladea|NotoColorEmoji)/.test(family)) return true;
  if (POPULAR_FAMILIES.test(family)) return POPULAR_STYLES.test(style);
  if (!isNeeded(family)) return false;
  return /^(400|700)?(Regular|Bold)$/.test(style) || family === "NotoSans";
};
