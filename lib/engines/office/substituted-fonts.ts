import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fontsFolder } from "../../fonts/folder.ts";
import type { Warning } from "../../workers/warnings.ts";
import { tree } from "./place.ts";

/** Fonts that have a twin of the same widths, or whose signs are known, under the names that documents give them. */
const TWINS = new Set(
  [
    "Arial",
    "ArialMT",
    "Helvetica",
    "Times New Roman",
    "Times",
    "Courier New",
    "Courier",
    "Calibri",
    "Cambria",
    "Georgia",
  ]
    .concat([
      "Arial Narrow",
      "Source Sans Pro",
      "Symbol",
      "Wingdings",
      "Cambria Math",
      "Segoe UI Emoji",
      "Apple Color Emoji",
    ])
    .map((name) => name.replaceAll(" ", "").toLowerCase()),
);

/** Warnings of fonts that one answer lists. */
const FONTS_LIMIT = 20;

/** What a font's name is made of; what is not may be text of the document. */
const PLAUSIBLE = /^[\p{L}\p{N}][\p{L}\p{N} .&'()_-]{0,40}$/u;

let families: Set<string> | undefined;

const present = (): Set<string> => {
  if (families !== undefined) return families;
  const files = [join(fontsFolder, "files"), join(tree(), "share/fonts/truetype")].flatMap((folder) =>
    readdirSync(folder),
  );
  families = new Set(files.flatMap((file) => /^([A-Za-z0-9]+)/.exec(file)?.[1]?.toLowerCase() ?? []));
  return families;
};

/** Warnings for fonts that are not there, for which others of their kind are used. */
export const substitutedFonts = (used: Iterable<string>): Warning[] => {
  const missing = [...used].filter((name) => {
    const key = name.replaceAll(" ", "").toLowerCase();
    return PLAUSIBLE.test(name) && !TWINS.has(key) && !present().has(key);
  });
  return missing.slice(0, FONTS_LIMIT).map((name) => ({
    code: "font-substituted",
    message: `The font ${name} is not there: another one of its kind is used.`,
  }));
};
