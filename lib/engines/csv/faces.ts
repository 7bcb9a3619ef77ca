import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fontsFolder } from "../../fonts/folder.ts";
import { subsetGlyphs } from "../../fonts/harfbuzz.ts";
import { readTables, type Tables } from "../../fonts/sfnt.ts";

type CharacterMap = (code: number) => number;

/** A `cmap` subtable of format 12: segmented coverage. */
const format12Map = (table: Buffer): CharacterMap => {
  const groups = table.readUInt32BE(12);
  return (code) => {
    let [low, high] = [0, groups - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = 16 + 12 * middle;
      if (code < table.readUInt32BE(at)) high = middle - 1;
      else if (code > table.readUInt32BE(at + 4)) low = middle + 1;
      else return table.readUInt32BE(at + 8) + code - table.readUInt32BE(at);
    }
    return 0;
  };
};

/** A `cmap` subtable of format 4: segment mapping to delta values. */
const format4Map = (table: Buffer): CharacterMap => {
  const count = table.readUInt16BE(6) / 2;
  return (code) => {
    for (let segment = 0; segment < count; segment++) {
      if (table.readUInt16BE(14 + 2 * segment) < code) continue;
      const start = table.readUInt16BE(16 + 2 * count + 2 * segment);
      if (start > code) return 0;
      const delta = table.readUInt16BE(16 + 4 * count + 2 * segment);
      const at = 16 + 6 * count + 2 * segment;
      const range = table.readUInt16BE(at);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = table.readUInt16BE(at + range + 2 * (code - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
};

/** Maps character codes to glyphs with a `cmap` subtable of format 4 or 12 (OpenType, "cmap"); 0 for a missing glyph. */
const readCharacterMap = (cmap: Buffer): CharacterMap => {
  let best: Buffer | undefined;
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(8 + 8 * index));
    const format = table.readUInt16BE(0);
    if (format === 12 || (format === 4 && best === undefined)) best = table;
  }
  if (best === undefined) return () => 0;
  return best.readUInt16BE(0) === 12 ? format12Map(best) : format4Map(best);
};

/** A font file: its glyphs by character, their widths in thousandths of the font size, and its subset. */
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
    const tables = readTables(this.file);
    if (tables === undefined) throw new Error(`${name} is not a font`);
    this.#tables = tables;
    const [head, hhea] = [this.#table("head"), this.#table("hhea")];
    this.#unitsPerEm = head.readUInt16BE(18);
    this.boundingBox = [36, 38, 40, 42].map((at) => this.#scaled(head.readInt16BE(at)));
    this.ascent = this.#scaled(hhea.readInt16BE(4));
    this.descent = this.#scaled(hhea.readInt16BE(6));
    this.#metricCount = hhea.readUInt16BE(34);
    this.glyphOf = readCharacterMap(this.#table("cmap"));
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

/** Font families of scripts whose family is not called `NotoSans<Script>`. The first family that has the glyph is used. */
const FAMILIES_BY_SCRIPT: Readonly<Record<string, readonly string[]>> = {
  Latin: ["NotoSans"],
  Greek: ["NotoSans"],
  Cyrillic: ["NotoSans"],
  Common: ["NotoSans", "NotoSansMath", "NotoSansSymbols", "NotoSansSymbols2", "NotoSansSC", "NotoMusic"],
  Inherited: ["NotoSans"],
  Hiragana: ["NotoSansJP"],
  Katakana: ["NotoSansJP"],
  Bopomofo: ["NotoSansTC"],
  Hangul: ["NotoSansKR"],
  Tibetan: ["NotoSerifTibetan"],
  Nko: ["NotoSansNKo"],
};
const SCRIPTS = (
  "Latin Greek Cyrillic Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Devanagari Bengali Tamil Thai Telugu Gujarati " +
  "Gurmukhi Kannada Malayalam Oriya Sinhala Lao Khmer Myanmar Georgian Armenian Ethiopic Tibetan Thaana Syriac Mongolian " +
  "Cherokee Canadian_Aboriginal Nko Tifinagh Javanese Balinese Yi Inherited Common"
).split(" ");
const SCRIPT_PATTERNS = SCRIPTS.map((script) => [script, new RegExp(`^\\p{Script=${script}}$`, "u")] as const);

/** The Unicode script of a character; `Common` for scripts without a font. */
const scriptOf = (char: string): string => SCRIPT_PATTERNS.find(([, pattern]) => pattern.test(char))?.[0] ?? "Common";

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
    const names = FILE_SUFFIXES[weight].map((style) => family + style);
    const name = names.find((file) => existsSync(join(fontsFolder, "files", `${file}.ttf`)));
    const face =
      name === undefined
        ? undefined
        : ([...loaded.values()].find((known) => known?.name === name) ??
          new Face(join(fontsFolder, "files", `${name}.ttf`), name));
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
      : [...(FAMILIES_BY_SCRIPT[script] ?? [`NotoSans${script.replace("_", "")}`])];
  for (const family of [...families, ...(FAMILIES_BY_SCRIPT["Common"] ?? [])]) {
    const face = faceOf(family, weight);
    if (face !== undefined && face.glyphOf(code) !== 0) return face;
  }
  return mainFace(weight);
};
