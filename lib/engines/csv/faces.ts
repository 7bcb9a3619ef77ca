import { existsSync } from "node:fs";
import { join } from "node:path";
import { fontsFolder } from "../../fonts/folder.ts";
import { Face } from "./face.ts";

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

/** The face of a family in the nearest weight of the font set; undefined where the set lacks the family. */
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

/** The face that has a character, as an emoji or by its script; the main face where none has it. */
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
