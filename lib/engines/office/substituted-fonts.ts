import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fontsFolder } from "../../fonts/folder.ts";
import type { Warning } from "../../output/warnings.ts";
import { tree } from "./installation.ts";

/** Names, without spaces, of fonts with a metric-compatible substitute, and of symbol and emoji fonts that another font prints. */
const COMPATIBLE_FONTS = new Set(
  (
    "arial arialmt helvetica timesnewroman times couriernew courier calibri cambria georgia arialnarrow sourcesanspro " +
    "centurygothic bookmanoldstyle bookantiqua palatinolinotype centuryschoolbook symbol wingdings cambriamath segoeuiemoji " +
    "applecoloremoji"
  ).split(" "),
);

/** The most font warnings of one response. */
const FONTS_LIMIT = 20;

/** The form of a font name. A text of another form could be content of the document, and is not repeated in a warning. */
const FONT_NAME = /^[\p{L}\p{N}][\p{L}\p{N} .&'()_-]{0,40}$/u;

let families: Set<string> | undefined;

/** The families of the font set and of LibreOffice's own fonts, in lower case without spaces. */
const installedFamilies = (): Set<string> => {
  if (families !== undefined) return families;
  const folders = [join(fontsFolder, "files"), join(fontsFolder, "signs"), join(tree(), "share/fonts/truetype")];
  const files = folders.flatMap((folder) => readdirSync(folder));
  families = new Set(files.flatMap((file) => /^([A-Za-z0-9]+)/.exec(file)?.[1]?.toLowerCase() ?? []));
  return families;
};

/** Warnings for fonts that are not installed, and for which others of the same kind are used. */
export const substitutedFonts = (used: Iterable<string>): Warning[] => {
  const missing = [...used].filter((name) => {
    const key = name.replaceAll(" ", "").toLowerCase();
    return FONT_NAME.test(name) && !COMPATIBLE_FONTS.has(key) && !installedFamilies().has(key);
  });
  return missing.slice(0, FONTS_LIMIT).map((name) => ({
    code: "font-substituted",
    message: `The font ${name} is missing; another font of its kind is used.`,
  }));
};
