import { dictAt, dictOf, get, nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { gather } from "../../gather.ts";
import { type Dict, Stream } from "../../objects.ts";
import { deflate, setData } from "../repack.ts";
import type { Usage } from "../usage.ts";
import { pruneWidths } from "./cid-widths.ts";
import { descriptorOf } from "./descriptor.ts";
import { codePairs, glyphsShown, identityDescendant } from "./glyphs.ts";
import { subsetGlyphs } from "./harfbuzz.ts";
import { holdsOutlines } from "./outlines.ts";
import { buildFont, readTables, type Tables } from "./sfnt.ts";
import { pruneToUnicode } from "./to-unicode.ts";

/** Tables that a reader may need of a TrueType font in a PDF (ISO 32000-2, 9.9), and those that only simple fonts need. */
const NEEDED = new Set(["glyf", "loca", "head", "hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep"]);
const SIMPLE = new Set(["cmap", "OS/2", "post"]);

/** A font program and the fonts of the document that use it. */
interface Program {
  stream: Stream;
  fonts: Dict[];
}

/** The fonts of a document. */
export const fontsOf = (catalog: Dict): Dict[] =>
  [...gather(catalog)].flatMap(({ value }) =>
    value instanceof Map && (nameAt(value, "Type") === "Font" || value.has("BaseFont")) ? value : [],
  );

const programsOf = (fonts: Dict[]): Program[] => {
  const programs = new Map<Stream, Program>();
  for (const font of fonts) {
    const type = nameAt(font, "Subtype");
    const stream = get(descriptorOf(font), "FontFile2");
    if (!(stream instanceof Stream) || type === "CIDFontType2") continue;
    const program = programs.get(stream) ?? { stream, fonts: [] };
    program.fonts.push(font);
    programs.set(stream, program);
  }
  return [...programs.values()];
};

/** Fonts in which a reader may have to write: what a form's user types can be any character. */
const writableFonts = (catalog: Dict): Set<Dict> => {
  const fonts = dictAt(dictAt(dictAt(catalog, "AcroForm"), "DR"), "Font");
  return new Set([...(fonts?.values() ?? [])].flatMap((font) => dictOf(font) ?? []));
};

/** All glyphs that the fonts show, or undefined when it must be any. */
const glyphsOf = (program: Program, tables: Tables, usage: Usage, writable: Set<Dict>, budget: Budget) => {
  const all = new Set<number>([0]);
  for (const font of program.fonts) {
    if (writable.has(font)) return undefined;
    const glyphs = glyphsShown(font, usage.shown.get(font) ?? [], tables, budget);
    if (glyphs === undefined) return undefined;
    for (const glyph of glyphs) all.add(glyph);
  }
  return all;
};

const smaller = (program: Program, hints: boolean, usage: Usage, writable: Set<Dict>, budget: Budget) => {
  const font = plainData(program.stream, budget);
  const tables = font && readTables(font);
  if (font === undefined || tables?.get("glyf") === undefined) return undefined;
  const simple = program.fonts.some((user) => nameAt(user, "Subtype") !== "Type0");
  const glyphs = usage.complete ? glyphsOf(program, tables, usage, writable, budget) : undefined;
  const subset = glyphs && subsetGlyphs(font, glyphs, hints);
  const cut = subset && readTables(subset);
  const left = cut !== undefined && holdsOutlines(tables, cut, glyphs!) ? cut : new Map(tables);
  for (const tag of left.keys()) if (!NEEDED.has(tag)) left.delete(tag);
  if (simple) for (const tag of SIMPLE) if (tables.has(tag)) left.set(tag, tables.get(tag)!);
  return buildFont(0x00010000, left);
};

/** Strings that are shown in any of the fonts of which `of` gives the same. */
const shownBy = <Key>(fonts: Dict[], usage: Usage, of: (font: Dict) => Key | undefined): Map<Key, Set<string>> => {
  const shown = new Map<Key, Set<string>>();
  for (const font of fonts) {
    const key = of(font);
    if (key === undefined) continue;
    shown.set(key, new Set([...(shown.get(key) ?? []), ...(usage.shown.get(font) ?? [])]));
  }
  return shown;
};

/** Leaves in the tables of composite fonts only the codes that the document shows. */
const pruneTables = (fonts: Dict[], usage: Usage, budget: Budget): void => {
  const composite = fonts.filter((font) => identityDescendant(font) !== undefined);
  for (const [descendant, strings] of shownBy(composite, usage, identityDescendant)) {
    pruneWidths(descendant, codePairs(strings));
  }
  const maps = shownBy(composite, usage, (font) => get(font, "ToUnicode"));
  for (const font of composite) {
    const strings = maps.get(get(font, "ToUnicode")!);
    if (strings !== undefined) pruneToUnicode(font, codePairs(strings), budget);
  }
};

/** Leaves in the embedded TrueType fonts only the glyphs that the document shows, and the tables that readers need. */
export const subsetFonts = (catalog: Dict, usage: Usage, hints: boolean, budget: Budget): void => {
  const writable = writableFonts(catalog);
  const fonts = fontsOf(catalog);
  if (usage.complete) {
    const whole = new Set([...writable].map((font) => get(font, "ToUnicode")));
    const prunable = fonts.filter((font) => !writable.has(font) && !whole.has(get(font, "ToUnicode") ?? 0));
    pruneTables(prunable, usage, budget);
  }
  for (const program of programsOf(fonts)) {
    const { stream } = program;
    const font = budget.lend(() => attempt(() => smaller(program, hints, usage, writable, budget)));
    const packed = font && deflate(font);
    if (packed === undefined || packed.length > stream.data.length * 0.98) continue;
    setData(stream, packed, "FlateDecode");
    stream.dict.set("Length1", font!.length);
  }
};

/** What the work gives; undefined where damaged tables lead out of their font, in our code or in HarfBuzz. */
const attempt = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && /^Range|^Runtime/.test(error.name)) return undefined;
    throw error;
  }
};
