import { type Cff, readCff } from "../../../fonts/cff/read.ts";
import { buildCollection, isCollection, readCollection } from "../../../fonts/collection.ts";
import { holdsOutlines } from "../../../fonts/glyph-outlines.ts";
import { subsetGlyphs } from "../../../fonts/harfbuzz.ts";
import { buildFont, readTables, type Tables } from "../../../fonts/sfnt.ts";
import { nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import type { Dict } from "../../objects.ts";
import { cffShownGlyphs, shownCids } from "./shown-glyphs.ts";
import { type ShownGlyphs, simpleFontTables, simpleShownGlyphs } from "./simple-truetype.ts";

/** A font of the document, and the strings that it shows. */
export interface FontUse {
  readonly font: Dict;
  readonly strings: ReadonlySet<string>;
}

/** How fonts are subset: whether glyphs keep their hints, and the budget for reading their code tables. */
export interface Subsetting {
  readonly hints: boolean;
  readonly budget: Budget;
}

/** A font file, or one font of a collection, by its index and tables. */
interface Face {
  readonly data: Buffer;
  readonly index: number;
  readonly tables: Tables;
}

/** Tables that readers may need of an embedded font (ISO 32000-2, 9.9). */
const NEEDED_TABLES = new Set([
  "glyf",
  "loca",
  "head",
  "hhea",
  "hmtx",
  "maxp",
  "cvt ",
  "fpgm",
  "prep",
  "CFF ",
  "vhea",
  "vmtx",
]);
/** The table that distinguishes the fonts of a collection. */
const NAME_TABLE = "name";

const isComposite = ({ font }: FontUse): boolean => nameAt(font, "Subtype") === "Type0";

const shownOf = (use: FontUse, tables: Tables, cff: Cff | undefined, budget: Budget): ShownGlyphs | undefined => {
  const { font, strings } = use;
  const byOutline = cff === undefined ? new Set<number>() : cffShownGlyphs(font, strings, cff, budget);
  const byCode = isComposite(use)
    ? { glyphs: shownCids(font, strings, budget)?.glyphs, codes: new Set<number>() }
    : simpleShownGlyphs(font, strings, tables);
  if (byOutline === undefined || byCode?.glyphs === undefined) return undefined;
  return { glyphs: new Set([...byCode.glyphs, ...byOutline]), codes: byCode.codes };
};

/** The glyphs that all uses show of one face; undefined if they cannot be determined. */
const shownByAll = (uses: readonly FontUse[], tables: Tables, budget: Budget): ShownGlyphs | undefined => {
  const outlines = tables.get("CFF ");
  const cff = outlines && readCff(outlines);
  if (outlines !== undefined && cff === undefined) return undefined;
  const all: ShownGlyphs = { glyphs: new Set([0]), codes: new Set() };
  for (const use of uses) {
    const shown = shownOf(use, tables, cff, budget);
    if (shown === undefined) return undefined;
    for (const glyph of shown.glyphs) all.glyphs.add(glyph);
    for (const code of shown.codes) all.codes.add(code);
  }
  return all;
};

/** Whether a subset has the outlines of all these glyphs. */
const holdsShownOutlines = (whole: Tables, subset: Tables, glyphs: ReadonlySet<number>): boolean => {
  const [before, after] = [whole, subset].map((tables) => tables.get("CFF "));
  if (before === undefined) return holdsOutlines(whole, subset, glyphs);
  const [old, made] = [readCff(before), after && readCff(after)];
  if (old === undefined || made?.outlines.length !== old.outlines.length) return false;
  const isDrawn = (outline: Buffer | undefined) => (outline?.length ?? 0) > 1;
  return [...glyphs].every((glyph) => !isDrawn(old.outlines[glyph]) || isDrawn(made.outlines[glyph]));
};

const withoutUnneeded = (tables: Tables): Tables => new Map([...tables].filter(([tag]) => NEEDED_TABLES.has(tag)));

/** A face with only the shown glyphs; undefined if these cannot be determined, or the subset fails. */
const subsetFace = (
  { data, index, tables }: Face,
  uses: readonly FontUse[],
  { hints, budget }: Subsetting,
): Tables | undefined => {
  const shown = shownByAll(uses, tables, budget);
  if (shown === undefined) return undefined;
  const made = subsetGlyphs(data, shown.glyphs, { hints, keepGlyphIds: true, face: index });
  const subset = made && readTables(made);
  if (subset === undefined || !holdsShownOutlines(tables, subset, shown.glyphs)) return undefined;
  const kept = withoutUnneeded(subset);
  return uses.every(isComposite) ? kept : new Map([...kept, ...simpleFontTables(tables, shown)]);
};

/** A collection with each of its fonts subset; undefined if one of them cannot be. */
const subsetCollection = (data: Buffer, uses: readonly FontUse[], how: Subsetting): Buffer | undefined => {
  const faces: Tables[] = [];
  for (const [index, tables] of readCollection(data)?.entries() ?? []) {
    const subset = subsetFace({ data, index, tables }, uses, how);
    if (subset === undefined) return undefined;
    faces.push(new Map([...subset, ...keptTables(tables, [NAME_TABLE])]));
  }
  return faces.length === 0 ? undefined : buildCollection(data.readUInt32BE(data.readUInt32BE(12)), faces);
};

/** The tables that only simple fonts need. */
const SIMPLE_FONT_TABLES = ["cmap", "OS/2", "post"];

/**
 * Reduces an OpenType or TrueType font to the glyphs that a document shows and the tables that readers need; a
 * collection keeps each of its fonts. If the shown glyphs cannot be determined (`uses` undefined, or unknown codes), a
 * TrueType font keeps all glyphs. Undefined if nothing can be removed safely.
 */
export const subsetOpenType = (
  data: Buffer,
  fonts: readonly Dict[],
  uses: readonly FontUse[] | undefined,
  how: Subsetting,
): Buffer | undefined => {
  if (isCollection(data)) return uses && subsetCollection(data, uses, how);
  const whole = readTables(data);
  if (whole === undefined || (!whole.has("glyf") && !whole.has("CFF "))) return undefined;
  const subset = uses && subsetFace({ data, index: 0, tables: whole }, uses, how);
  if (subset === undefined && whole.has("CFF ")) return undefined;
  const isSimple = fonts.some((font) => nameAt(font, "Subtype") !== "Type0");
  const kept = subset ?? new Map([...withoutUnneeded(whole), ...keptTables(whole, isSimple ? SIMPLE_FONT_TABLES : [])]);
  return buildFont(data.readUInt32BE(0), kept);
};

const keptTables = (tables: Tables, tags: readonly string[]): [string, Buffer][] =>
  [...tables].filter(([tag]) => tags.includes(tag));
