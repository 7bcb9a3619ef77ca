import { mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildCollection, isCollection, readCollection } from "../../lib/fonts/collection.ts";
import { OPENTYPE_CFF, readTables, type Tables } from "../../lib/fonts/sfnt.ts";
import { type Adjustment, adjustedTables, fontFile } from "../fonts/adjusted-face.ts";
import { EAST_ASIAN_LINES } from "../fonts/office-faces.ts";

/** The fonts that are copied as they are. Tahoma's letters have the widths of the font of Windows. */
const COPIED_FONTS = /^(DejaVu|LiberationSansNarrow|opens___|tahoma)/;

const REGIONS = ["JP", "KR", "SC", "TC"] as const;

/**
 * The fonts whose faces get lines, and some of them letters, like those of a font of Office; with the faces' families. The
 * letters of the four families from TeX have the widths of these fonts.
 */
const ADJUSTED_FONTS: readonly (readonly [file: RegExp, faces: readonly Adjustment[]])[] = [
  [/^DejaVuSans(-Bold)?\.ttf$/, [{ family: "Like Verdana", ascent: 1.005, descent: 0.21, size: 1.014 }]],
  [/^texgyreadventor-/, [{ family: "Like Century Gothic", ascent: 1.006, descent: 0.22 }]],
  [/^texgyrebonum-/, [{ family: "Like Bookman Old Style", ascent: 0.941, descent: 0.231 }]],
  [
    /^texgyrepagella-/,
    [
      { family: "Like Book Antiqua", ascent: 0.923, descent: 0.282 },
      { family: "Like Palatino Linotype", ascent: 1.065, descent: 0.284 },
    ],
  ],
  [/^texgyreschola-/, [{ family: "Like Century Schoolbook", ascent: 0.985, descent: 0.216 }]],
  [
    /^NotoSerifCJK-Regular\.ttc$/,
    REGIONS.map((region) => ({ family: `Noto Serif ${region} Office`, ...EAST_ASIAN_LINES })),
  ],
];

/** The faces of a font file that are adjusted: those of a collection one by one, another font's only one each time. */
const facesOf = (font: Buffer, count: number): Tables[] => {
  const faces = isCollection(font) ? readCollection(font) : Array.from({ length: count }, () => readTables(font)!);
  if (faces === undefined || faces.length < count || faces[0] === undefined) throw new Error("a font is damaged");
  return faces.slice(0, count);
};

const adjustedFile = (font: Buffer, adjustments: readonly Adjustment[]): { bytes: Buffer; ending: string } => {
  const faces = facesOf(font, adjustments.length).map((tables, index) => adjustedTables(tables, adjustments[index]!));
  const version = faces[0]!.has("CFF ") ? OPENTYPE_CFF : 0x00010000;
  if (faces.length === 1) return { bytes: fontFile(faces[0]!, version), ending: "otf" };
  return { bytes: buildCollection(version, faces), ending: "ttc" };
};

/** Copies fonts of the packages, which the engines' font set does not have, to LibreOffice's folder of fonts. */
export const copyFonts = async (packages: string, tree: string): Promise<void> => {
  const target = join(tree, "share/fonts/truetype");
  await mkdir(target, { recursive: true });
  for (const folder of ["usr/share/fonts", "usr/share/wine/fonts", "usr/share/texmf/fonts/opentype"]) {
    for (const path of await readdir(join(packages, folder), { recursive: true })) {
      const file = basename(path);
      const adjustments = ADJUSTED_FONTS.find(([name]) => name.test(file))?.[1];
      const isCopied = COPIED_FONTS.test(file) && file.endsWith(".ttf");
      if (adjustments === undefined && !isCopied) continue;
      const font = await readFile(await realpath(join(packages, folder, path)));
      if (isCopied) await writeFile(join(target, file), font);
      if (adjustments === undefined) continue;
      const { bytes, ending } = adjustedFile(font, adjustments);
      await writeFile(join(target, `Like-${file.slice(0, file.lastIndexOf("."))}.${ending}`), bytes);
    }
  }
};
