import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { type CmapSubtable, fullestSubtable } from "../fonts/cmap.ts";
import { isCollection, readCollection } from "../fonts/collection.ts";
import { fontsFolder } from "../fonts/folder.ts";
import { subsetGlyphs } from "../fonts/harfbuzz.ts";
import { readTables, type Tables } from "../fonts/sfnt.ts";

const characterMapOf = (cmap: Buffer): CmapSubtable["glyph"] => {
  const subtable = fullestSubtable(cmap);
  if (subtable === undefined) throw new Error("A font has no usable character map.");
  return subtable.glyph;
};

/** A font file, of a collection its first font: its glyphs by character, their widths in thousandths of the font size, and its subset. */
export class Face {
  readonly name: string;
  readonly file: Buffer;
  readonly boundingBox: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly glyphOf: (code: number) => number;
  readonly #tables: Tables;
  readonly #unitsPerEm: number;
  readonly #metricCount: number;

  constructor(path: string, name: string) {
    this.name = name;
    this.file = readFileSync(path);
    const tables = isCollection(this.file) ? readCollection(this.file)?.[0] : readTables(this.file);
    if (tables === undefined) throw new Error(`${name} is not a font`);
    this.#tables = tables;
    const [head, hhea] = [this.#table("head"), this.#table("hhea")];
    this.#unitsPerEm = head.readUInt16BE(18);
    this.boundingBox = [36, 38, 40, 42].map((at) => this.#scaled(head.readInt16BE(at)));
    this.ascent = this.#scaled(hhea.readInt16BE(4));
    this.descent = this.#scaled(hhea.readInt16BE(6));
    this.#metricCount = hhea.readUInt16BE(34);
    this.glyphOf = characterMapOf(this.#table("cmap"));
  }

  #table(tag: string): Buffer {
    const table = this.#tables.get(tag);
    if (table === undefined) throw new Error(`${this.name} has no ${tag}`);
    return table;
  }

  #scaled(value: number): number {
    return Math.round((value * 1000) / this.#unitsPerEm);
  }

  widthOf(glyph: number): number {
    return this.#scaled(this.#table("hmtx").readUInt16BE(4 * Math.min(glyph, this.#metricCount - 1)));
  }

  /** Whether its glyphs are bitmaps (OpenType, "CBDT"). A PDF cannot embed such a font. */
  get isEmojiFont(): boolean {
    return this.#tables.has("CBDT");
  }

  /** The font with only these glyphs, which keep their numbers. */
  subset(glyphs: Iterable<number>): Buffer {
    return subsetGlyphs(this.file, glyphs, { hints: false, keepGlyphIds: true }) ?? this.file;
  }
}

/** The weights of a table's text; its head is bold. */
export type Weight = "regular" | "bold";

/** The regional form of Han characters: simplified Chinese, traditional Chinese, Japanese, Korean. */
export type HanVariant = "SC" | "TC" | "JP" | "KR";

/** The regional form of Han characters: Japanese or Korean if the text has kana or hangul too, else simplified Chinese. */
export const hanVariantOf = (text: string): HanVariant =>
  /[\u3041-\u30ff]/.test(text) ? "JP" : /[\uac00-\ud7a3]/.test(text) ? "KR" : "SC";

/** Font families of scripts whose family is not called `NotoSans<Script>`. The first family that has the glyph is used. */
const FAMILIES_BY_SCRIPT: Readonly<Record<string, readonly string[]>> = {
  Latin: ["NotoSans"],
  Greek: ["NotoSans"],
  Cyrillic: ["NotoSans"],
  Common: [
    "NotoSans",
    "NotoSansMath",
    "NotoSansSymbols",
    "NotoSansSymbols2",
    "NotoSansSC",
    "NotoMusic",
    "NotoSansMayanNumerals",
    "NotoSansIndicSiyaqNumbers",
  ],
  Inherited: ["NotoSans"],
  Hiragana: ["NotoSansJP"],
  Katakana: ["NotoSansJP"],
  Bopomofo: ["NotoSansTC"],
  Hangul: ["NotoSansKR"],
  Tibetan: ["NotoSerifTibetan"],
  Nko: ["NotoSansNKo"],
};
type ScriptPattern = readonly [script: string, pattern: RegExp];

const patternOf = (script: string): ScriptPattern => [script, new RegExp(`^\\p{Script=${script}}$`, "u")];

/** The scripts of most texts, which are asked for first. */
const SCRIPT_PATTERNS = (
  "Latin Greek Cyrillic Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Devanagari Bengali Tamil Thai Telugu Gujarati " +
  "Gurmukhi Kannada Malayalam Oriya Sinhala Lao Khmer Myanmar Georgian Armenian Ethiopic Tibetan Thaana Syriac Mongolian " +
  "Cherokee Canadian_Aboriginal Nko Tifinagh Javanese Balinese Yi Inherited Common"
)
  .split(" ")
  .map(patternOf);

/** The script of a font file with one script: `Phags_Pa` for `NotoSansPhagsPa-Regular.ttf`; undefined for another file. */
const scriptOfFile = (file: string): string | undefined =>
  /^NotoSans([A-Z][A-Za-z]+)-Regular\./.exec(file)?.[1]?.replace(/(?<=[a-z])(?=[A-Z])/g, "_");

let rareScriptPatterns: readonly ScriptPattern[] | undefined;

/** All other scripts that have a family in the font set. */
const rareScripts = (): readonly ScriptPattern[] => {
  rareScriptPatterns ??= readdirSync(join(fontsFolder, "files")).flatMap((file) => {
    const script = scriptOfFile(file);
    try {
      return script === undefined ? [] : [patternOf(script)];
    } catch {
      return []; // a family of no script, such as NotoSansMath
    }
  });
  return rareScriptPatterns;
};

/** The Unicode script of a character; `Common` for scripts without a font. */
const scriptOf = (char: string): string => {
  const isOf = ([, pattern]: ScriptPattern) => pattern.test(char);
  return (SCRIPT_PATTERNS.find(isOf) ?? rareScripts().find(isOf))?.[0] ?? "Common";
};

const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

/** Whether a text holds a character with emoji presentation. */
export const isEmoji = (text: string): boolean => EMOJI.test(text);

const FILE_SUFFIXES: Readonly<Record<Weight, readonly string[]>> = {
  regular: ["-Regular", "_400Regular", ""],
  bold: ["-Bold", "_700Bold", "-Regular", "_400Regular", ""],
};

const loaded = new Map<string, Face | undefined>();

/** The face of a family in the nearest weight of the font set; undefined if the set lacks the family. */
const faceOf = (family: string, weight: Weight): Face | undefined => {
  const key = `${family} ${weight}`;
  if (!loaded.has(key)) {
    const paths = FILE_SUFFIXES[weight].flatMap((style) =>
      [".ttf", ".ttc"].map((ending) => join(fontsFolder, "files", `${family}${style}${ending}`)),
    );
    const path = paths.find((file) => existsSync(file));
    const name = path && parse(path).name;
    const face =
      path && name ? ([...loaded.values()].find((known) => known?.name === name) ?? new Face(path, name)) : undefined;
    loaded.set(key, face);
  }
  return loaded.get(key);
};

/** The default face: it is used for every character that it has. */
export const mainFace = (weight: Weight): Face => {
  const face = faceOf("NotoSans", weight) ?? faceOf("LiberationSans", weight);
  if (face === undefined) throw new Error("The font set is missing.");
  return face;
};

/** The face that has a character, as an emoji or by its script; the main face if none has it. */
export const faceFor = (code: number, weight: Weight, han: HanVariant, isPicture = false): Face => {
  if (isPicture) {
    const emoji = faceOf("NotoColorEmoji", weight);
    if (emoji !== undefined && emoji.glyphOf(code) !== 0) return emoji;
  }
  const script = scriptOf(String.fromCodePoint(code));
  const families =
    script === "Han"
      ? [`NotoSans${han}`, "NotoSansSC", "NotoSansTC", "NotoSansJP"]
      : [...(FAMILIES_BY_SCRIPT[script] ?? [`NotoSans${script.replaceAll("_", "")}`])];
  for (const family of [...families, ...(FAMILIES_BY_SCRIPT["Common"] ?? [])]) {
    const face = faceOf(family, weight);
    if (face !== undefined && face.glyphOf(code) !== 0) return face;
  }
  return mainFace(weight);
};
