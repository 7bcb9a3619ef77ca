import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildCollection } from "../../lib/fonts/collection.ts";
import { readTables, TRUETYPE } from "../../lib/fonts/sfnt.ts";
import { type Adjustment, adjustedTables } from "./adjusted-face.ts";

/**
 * The lines of the Chinese, Japanese and Korean fonts of Windows as Word sets them: 1.3 times their letters. Noto's lines of
 * 1.448 would take two lines of the grid that most of these documents have.
 */
export const EAST_ASIAN_LINES = { ascent: 1.02, descent: 0.27 } as const;

/** The lines of Liberation Sans. */
const SANS_LINES = { ascent: 0.905, descent: 0.212 } as const;

const eastAsian = (region: string): Adjustment[] => [{ family: `Noto Sans ${region} Office`, ...EAST_ASIAN_LINES }];

/**
 * The faces that are added to fonts of the set, by the beginning of the files' names. `Like …` has the mean width of that
 * font's letters in English text, and its lines.
 */
const OFFICE_FACES: Readonly<Record<string, readonly Adjustment[]>> = {
  NotoSansSC: eastAsian("SC"),
  NotoSansTC: eastAsian("TC"),
  NotoSansJP: eastAsian("JP"),
  NotoSansKR: eastAsian("KR"),
  NotoSans: [{ family: "Like Segoe UI", ascent: 1.079, descent: 0.251, size: 0.939 }],
  SourceSans3: [
    { family: "Like Aptos", ascent: 0.939, descent: 0.282, size: 1.029 },
    { family: "Like Aptos Narrow", ascent: 0.939, descent: 0.282, size: 0.949 },
  ],
  Carlito: [{ family: "Like Trebuchet MS", ascent: 0.939, descent: 0.222, size: 1.106 }],
  LiberationMono: [{ family: "Like Consolas", ascent: 0.92, descent: 0.251, size: 0.9163 }],
  // Two of these are as wide as the fonts in PDFs that hold them, the first by the pages of long documents.
  NotoNaskhArabic: [
    { family: "Like Traditional Arabic", ascent: 1.1, descent: 0.45, size: 0.72 },
    { family: "Like Sakkal Majalla", ...SANS_LINES, size: 0.83 },
    { family: "Like Arabic Typesetting", ...SANS_LINES, size: 0.65 },
  ],
  LiberationSerif: [{ family: "Like Garamond", ascent: 0.862, descent: 0.263, size: 0.969 }],
};

/**
 * Adds faces to fonts of a folder: their files become collections, in which the faces share the outlines. Only `office.conf`
 * names the new families; for all others the fonts stay as they were.
 */
export const addOfficeFaces = async (folder: string): Promise<void> => {
  for (const file of await readdir(folder)) {
    const adjustments = OFFICE_FACES[/^[A-Za-z0-9]+/.exec(file)?.[0] ?? ""];
    if (adjustments === undefined || !file.endsWith(".ttf")) continue;
    const tables = readTables(await readFile(join(folder, file)));
    if (tables === undefined) throw new Error(`${file} is not a font`);
    const faces = [tables, ...adjustments.map((adjustment) => adjustedTables(tables, adjustment))];
    await writeFile(join(folder, file.replace(/ttf$/, "ttc")), buildCollection(TRUETYPE, faces));
    await rm(join(folder, file));
  }
};
