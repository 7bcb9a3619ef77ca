import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fullestSubtable } from "../../lib/fonts/cmap.ts";
import { isCollection, readCollection } from "../../lib/fonts/collection.ts";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { readTables } from "../../lib/fonts/sfnt.ts";

const CODES_COUNT = 0x110000;
const PLANE_CODES_COUNT = 0x10000;
const FIRST_PRINTABLE_CODE = 0x20;

/** Marks the characters of a font file, of a collection those of its first font. */
const markCharacters = (file: Buffer, marks: Uint8Array): void => {
  const tables = isCollection(file) ? readCollection(file)?.[0] : readTables(file);
  const subtable = fullestSubtable(tables?.get("cmap") ?? Buffer.alloc(4));
  if (subtable === undefined) return;
  const end = subtable.format === 12 ? CODES_COUNT : PLANE_CODES_COUNT;
  for (let code = FIRST_PRINTABLE_CODE; code < end; code++)
    if (marks[code] === 0 && subtable.glyph(code) !== 0) marks[code] = 1;
};

/** The characters that some font of a folder has: 1 at the index of each code point, 0 at the others. */
export const charactersOf = async (folder: string): Promise<Uint8Array> => {
  const marks = new Uint8Array(CODES_COUNT);
  for (const file of await readdir(folder)) markCharacters(await readFile(join(folder, file)), marks);
  return marks;
};

/** The code points at which characters that have a font begin and end, in turns, each as the distance from the one before: `2n 2n 1`. */
const boundariesOf = (marks: Uint8Array): string => {
  const distances: string[] = [];
  let last = 0;
  for (let code = 1; code <= marks.length; code++) {
    if ((marks[code] ?? 0) === marks[code - 1]) continue;
    distances.push((code - last).toString(36));
    last = code;
  }
  return distances.join(" ");
};

if (import.meta.main) {
  const boundaries = boundariesOf(await charactersOf(join(fontsFolder, "files")));
  const path = join(import.meta.dirname, "../../lib/fonts/font-set-characters.json");
  const source = "npm run build:characters, from the files of the font set";
  await writeFile(path, `${JSON.stringify({ source, boundaries }, null, 2)}\n`);
  console.log(`lib/fonts/font-set-characters.json: ${boundaries.length} bytes`);
}
