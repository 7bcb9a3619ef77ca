import { basename } from "node:path";

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
  // short input: the name of a file of the Debian packages
  const [, family = "", style = ""] = /([A-Za-z0-9]+)(?:[-_](\w+))?\.ttf$/.exec(file) ?? [];
  if (/^(Liberation|Carlito|Caladea|NotoColorEmoji)/.test(family)) return true;
  if (POPULAR_FAMILIES.test(family)) return POPULAR_STYLES.test(style);
  if (!isNeeded(family)) return false;
  return /^(400|700)?(Regular|Bold)$/.test(style) || family === "NotoSans";
};

/** What the set takes of a package from npm: `isAbout` is true for the files that its notices are made from. */
interface Selection {
  readonly folder: "files" | "standard";
  isChosen(path: string): boolean;
  isAbout(path: string): boolean;
}

const fontPackage: Selection = {
  folder: "files",
  isChosen: isInFontSet,
  isAbout: (path) => /^(package\.json|LICENSE.*)$/.test(basename(path)),
};

/** pdf.js brings more than fonts, each part under a licence of its own. */
const pdfJs: Selection = {
  folder: "standard",
  isChosen: (path) => /^Foxit(Symbol|Dingbats)\.pfb$/.test(basename(path)),
  isAbout: (path) => /^(package\.json|LICENSE_FOXIT)$/.test(basename(path)),
};

/**
 * What the set takes of a package from npm. fontconfig reads `files` only: Symbol and ZapfDingbats in `standard` are embedded in
 * PDFs that name these standard fonts, and no other document changes.
 */
export const selectionOf = (name: string): Selection => (name === "pdfjs-dist" ? pdfJs : fontPackage);
