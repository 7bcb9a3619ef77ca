import { deflateQuickly } from "../../../deflate/deflate.ts";
import { readCff } from "../../../fonts/cff/read.ts";
import { subsetCff } from "../../../fonts/cff/subset.ts";
import { arrayAt, dictAt, dictOf, get, nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Stream } from "../../objects.ts";
import { reachableObjects } from "../../reachable-objects.ts";
import { setStreamData } from "../repack.ts";
import type { ContentUsage } from "../usage.ts";
import { pruneCidToGidMap, pruneCidWidths, pruneToUnicode } from "./code-tables.ts";
import { type FontUse, type Subsetting, subsetOpenType } from "./opentype.ts";
import { cffShownGlyphs, identityDescendant, twoByteCodes } from "./shown-glyphs.ts";

/** An embedded font program, its key in the descriptor, and the fonts that use it. */
interface FontProgram {
  readonly stream: Stream;
  readonly key: string;
  readonly fonts: Dict[];
}

export const fontsOf = (catalog: Dict): Dict[] =>
  [...reachableObjects(catalog)].flatMap(({ value }) =>
    value instanceof Map && (nameAt(value, "Type") === "Font" || value.has("BaseFont")) ? value : [],
  );

const DESCENDANT = /^CIDFontType[02]$/;

const programsOf = (fonts: Dict[]): FontProgram[] => {
  const programs = new Map<Stream, FontProgram>();
  for (const font of fonts) {
    if (DESCENDANT.test(nameAt(font, "Subtype") ?? "")) continue;
    for (const key of ["FontFile2", "FontFile3"]) {
      const stream = get(descriptorOf(font), key);
      if (!(stream instanceof Stream)) continue;
      const program = programs.get(stream) ?? { stream, key, fonts: [] };
      program.fonts.push(font);
      programs.set(stream, program);
    }
  }
  return [...programs.values()];
};

/** Fonts that form fields are filled in with: any of their characters may be needed. */
const writableFonts = (catalog: Dict): Set<Dict> => {
  const fonts = dictAt(dictAt(dictAt(catalog, "AcroForm"), "DR"), "Font");
  return new Set([...(fonts?.values() ?? [])].flatMap((font) => dictOf(font) ?? []));
};

/** A string of every code of a simple font. */
const ALL_CODES: ReadonlySet<string> = new Set([String.fromCharCode(...Array(256).keys())]);

/**
 * The strings shown in each font of a program; undefined if any glyph may be needed, as in a composite font of form
 * fields.
 */
const usesOf = ({ fonts }: FontProgram, usage: ContentUsage, writable: Set<Dict>): FontUse[] | undefined => {
  const isAny = (font: Dict) => writable.has(font) && nameAt(font, "Subtype") === "Type0";
  if (!usage.isComplete || fonts.some(isAny)) return undefined;
  return fonts.map((font) => ({
    font,
    strings: writable.has(font) ? ALL_CODES : (usage.shownStrings.get(font) ?? new Set()),
  }));
};

/** The one-byte codes of a string. */
const codesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

/** Subsets a bare CFF font. Glyphs keep their numbers if a PDF selects them by number. */
const smallerCff = (data: Buffer, uses: readonly FontUse[] | undefined, { hints, budget }: Subsetting) => {
  const cff = readCff(data);
  if (uses === undefined || cff === undefined) return undefined;
  const glyphs = new Set([0]);
  for (const { font, strings } of uses) {
    const shown = cffShownGlyphs(font, strings, cff, budget);
    if (shown === undefined) return undefined;
    for (const glyph of shown) glyphs.add(glyph);
  }
  const keepGlyphIds = !cff.isCidKeyed && uses.some(({ font }) => nameAt(font, "Subtype") === "Type0");
  const codes = new Set(uses.flatMap(({ strings }) => [...strings].flatMap(codesOf)));
  return subsetCff(data, cff, glyphs, { hints, keepGlyphIds, codes });
};

const CFF_MAJOR_VERSION = 1;

const smallerProgram = (program: FontProgram, usage: ContentUsage, writable: Set<Dict>, how: Subsetting) => {
  const data = plainData(program.stream, how.budget);
  if (data === undefined || data.length < 4) return undefined;
  const uses = usesOf(program, usage, writable);
  // The first bytes show the format. OpenType, TrueType and collections begin with `OTTO`, `true`, 00 01 00 00 or `ttcf`.
  if (data[0] === CFF_MAJOR_VERSION && data[1] === 0) return smallerCff(data, uses, how);
  return subsetOpenType(data, program.fonts, uses, how);
};

/** The strings shown in all fonts for which `of` returns the same value. */
const shownBy = <Key>(
  fonts: Dict[],
  usage: ContentUsage,
  of: (font: Dict) => Key | undefined,
): Map<Key, Set<string>> => {
  const shown = new Map<Key, Set<string>>();
  for (const font of fonts) {
    const key = of(font);
    if (key === undefined) continue;
    shown.set(key, new Set([...(shown.get(key) ?? []), ...(usage.shownStrings.get(font) ?? [])]));
  }
  return shown;
};

/** The streams about a composite font's codes, which other fonts may share. */
const codeTablesOf = (font: Dict): Stream[] =>
  [get(font, "ToUnicode"), get(identityDescendant(font), "CIDToGIDMap")].filter((table) => table instanceof Stream);

/** Reduces the code tables of composite fonts to the codes that the document shows. */
const pruneCodeTables = (fonts: Dict[], usage: ContentUsage, budget: Budget): void => {
  const composite = fonts.filter((font) => identityDescendant(font) !== undefined);
  for (const [descendant, strings] of shownBy(composite, usage, identityDescendant)) {
    pruneCidWidths(descendant, twoByteCodes(strings));
  }
  const glyphMaps = shownBy(composite, usage, (font) => get(identityDescendant(font), "CIDToGIDMap"));
  for (const [map, strings] of glyphMaps)
    if (map instanceof Stream) pruneCidToGidMap(map, twoByteCodes(strings), budget);
  const maps = shownBy(composite, usage, (font) => get(font, "ToUnicode"));
  for (const font of composite) {
    const map = get(font, "ToUnicode");
    const strings = map === undefined ? undefined : maps.get(map);
    if (strings !== undefined) pruneToUnicode(font, twoByteCodes(strings), budget);
  }
};

/**
 * Reduces embedded TrueType, OpenType and CFF fonts to the glyphs that the document shows, and the tables that readers
 * need.
 */
export const subsetFonts = (catalog: Dict, usage: ContentUsage, how: Subsetting): void => {
  const { budget } = how;
  const writable = writableFonts(catalog);
  const fonts = fontsOf(catalog);
  if (usage.isComplete) {
    const whole = new Set([...writable].flatMap(codeTablesOf));
    const prunable = fonts.filter(
      (font) => !writable.has(font) && !codeTablesOf(font).some((table) => whole.has(table)),
    );
    pruneCodeTables(prunable, usage, budget);
  }
  for (const program of programsOf(fonts)) {
    const { stream } = program;
    const font = budget.lend(() => orUndefinedIfDamaged(() => smallerProgram(program, usage, writable, how)));
    if (font === undefined) continue;
    const packed = deflateQuickly(font);
    if (packed.length > stream.data.length * 0.98) continue;
    setStreamData(stream, packed, "FlateDecode");
    if (program.key === "FontFile2") stream.dict.set("Length1", font.length);
  }
};

/** The result of the work; undefined if damaged tables cause an error, in this code or in HarfBuzz. */
const orUndefinedIfDamaged = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && /^Range|^Runtime/.test(error.name)) return undefined;
    throw error;
  }
};

export const descriptorOf = (font: Dict): Dict | undefined =>
  dictAt(font, "FontDescriptor") ?? dictAt(dictOf(arrayAt(font, "DescendantFonts")?.[0]), "FontDescriptor");
