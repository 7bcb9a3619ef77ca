import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fullestSubtable } from "../../lib/fonts/cmap.ts";
import { isCollection, readCollection } from "../../lib/fonts/collection.ts";
import { readTables, type Tables } from "../../lib/fonts/sfnt.ts";
import { symbolCharacters } from "../../lib/ooxml/symbol-fonts.ts";
import { adjustedTables, fontFile } from "./adjusted-face.ts";
import { GlyphCollector } from "./glyph-collector.ts";

const SIGNS = ["NotoSansSymbols2-Regular.ttf", "NotoSansSymbols-Regular.ttf", "NotoSansMath-Regular.ttf"] as const;
const LETTERS = ["NotoSans-Regular.ttc", "NotoSansDevanagari-Regular.ttf"] as const;

/** A face: its family, the font whose codes it has, and the files that have the signs, the first that has one counts. */
interface SignFace {
  readonly family: string;
  readonly font: string;
  /** All of these have 1000 units per em. */
  readonly files: readonly string[];
}

const namedAsFont = (font: string): SignFace => ({ family: font, font, files: [...SIGNS, ...LETTERS] });

/** LibreOffice has Symbol itself, but does not find it for the text of RTF: there `office.conf` replaces it. */
const FACES: readonly SignFace[] = [
  ...["Wingdings", "Wingdings 2", "Wingdings 3", "Webdings"].map(namedAsFont),
  {
    family: "Like Symbol",
    font: "Symbol",
    files: ["NotoSerif-Regular.ttf", "NotoSansMath-Regular.ttf", ...SIGNS, ...LETTERS],
  },
];

/** Signs that stand for others, which the set has in colours only, or under their newer codes. */
const STAND_INS: Readonly<Record<string, string>> = { "💧": "🌢", "\u3008": "⟨", "\u3009": "⟩" };

/** The lines of these fonts of Windows, about. */
const LINES = { ascent: 0.9, descent: 0.21 } as const;

/** Where the codes of a symbol font are in Unicode's Private Use Area; programs also ask for them as they are. */
const OFFSETS = [0, 0xf000] as const;

const readFace = async (path: string): Promise<Tables> => {
  const file = await readFile(path);
  const tables = isCollection(file) ? readCollection(file)?.[0] : readTables(file);
  if (tables === undefined) throw new Error(`${path} is not a font`);
  return tables;
};

/** A `cmap` with one table of format 12, in which each code has a group of its own (OpenType, "cmap"). */
const cmapTable = (glyphs: ReadonlyMap<number, number>): Buffer => {
  const groups = OFFSETS.flatMap((offset) => [...glyphs].map(([code, glyph]) => [code + offset, glyph] as const));
  const table = Buffer.alloc(12 + 16 + 12 * groups.length);
  for (const [at, value] of [0, 1, 3, 10].entries()) table.writeUInt16BE(value, 2 * at);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(table.length - 12, 16);
  table.writeUInt32BE(groups.length, 24);
  for (const [index, [code, glyph]] of groups.entries())
    for (const [field, value] of [code, code, glyph].entries()) table.writeUInt32BE(value, 28 + 12 * index + 4 * field);
  return table;
};

/** `post` without names of glyphs (OpenType, "post", version 3). */
const postTable = (table: Buffer): Buffer => {
  const post = Buffer.from(table.subarray(0, 32));
  post.writeUInt32BE(0x00030000, 0);
  return post;
};

const faceOf = ({ family, font, files }: SignFace, sources: readonly Tables[]): Buffer => {
  const lookups = sources.map((tables) => fullestSubtable(tables.get("cmap")!)!.glyph);
  const collector = new GlyphCollector(sources);
  const glyphs = new Map<number, number>();
  for (const [code, character] of symbolCharacters(font)) {
    const sign = (STAND_INS[character] ?? character).codePointAt(0)!;
    const source = lookups.findIndex((glyphOf) => glyphOf(sign) !== 0);
    if (source < 0) throw new Error(`${files.join(", ")} have no sign for ${code} of ${font}`);
    glyphs.set(code, collector.add(source, lookups[source]!(sign)));
  }
  const base = adjustedTables(sources[0]!, { family, ...LINES });
  return fontFile(
    new Map([
      ...collector.tables(base.get("head")!, base.get("hhea")!),
      ["OS/2", base.get("OS/2")!],
      ["name", base.get("name")!],
      ["post", postTable(base.get("post")!)],
      ["cmap", cmapTable(glyphs)],
    ]),
  );
};

/**
 * Makes faces with the families and codes of symbol fonts of Windows, out of signs of the set. Only `office.conf` knows their
 * folder: LibreOffice finds them by their names, and has few of these signs itself.
 */
export const addSignFaces = async (files: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const face of FACES) {
    const sources = await Promise.all(face.files.map((file) => readFace(join(files, file))));
    await writeFile(join(folder, `${face.family.replaceAll(" ", "")}.ttf`), faceOf(face, sources));
  }
};
