import { cmapBlocks, hexadecimalText } from "../fonts/cmap-blocks.ts";

/** A map with more entries is not read. */
const ENTRIES_LIMIT = 262_144;
/** Digits of one entry. */
const TEXT_MAX_DIGITS = 1024;
const ENTRIES_PER_BLOCK = 100;

/** The text `by` places after another one, both in hexadecimal UTF-16: its last unit is increased. */
const textAfter = (text: string, by: number): string =>
  text.slice(0, -4) + ((Number.parseInt(text.slice(-4), 16) + by) & 0xffff).toString(16).padStart(4, "0");

/** The text of each code in a ToUnicode CMap. */
class UnicodeMap {
  readonly texts = new Map<number, string>();
  #left = ENTRIES_LIMIT;

  /** Adds the text of a code; false if the map is too large. */
  add(code: number, text: string): boolean {
    if (--this.#left < 0 || text.length > TEXT_MAX_DIGITS) return false;
    this.texts.set(code, text);
    return true;
  }

  /** Adds the pairs of a code and its text. */
  addChars(tokens: readonly string[]): boolean {
    for (let at = 0; at + 1 < tokens.length; at++) {
      const [code, text] = [hexadecimalText(tokens[at]), hexadecimalText(tokens[at + 1])];
      if (code === undefined || code === "" || text === undefined) continue;
      if (!this.add(Number.parseInt(code, 16), text)) return false;
      at++;
    }
    return true;
  }

  /** Adds ranges: first code, last code, and the text of the first or a list of texts. */
  addRanges(tokens: readonly string[]): boolean {
    for (let at = 0; at + 2 < tokens.length; at++) {
      const [low, high] = [hexadecimalText(tokens[at]), hexadecimalText(tokens[at + 1])];
      const text = hexadecimalText(tokens[at + 2]);
      if (!low || !high || (text === undefined && tokens[at + 2] !== "[")) continue;
      const [first, last] = [Number.parseInt(low, 16), Number.parseInt(high, 16)];
      at += 2;
      if (text !== undefined) {
        for (let code = first; code <= last; code++)
          if (text.length > TEXT_MAX_DIGITS || !this.add(code, textAfter(text, code - first))) return false;
        continue;
      }
      for (let code = first; tokens[++at] !== undefined && tokens[at] !== "]"; ) {
        const listed = hexadecimalText(tokens[at]);
        if (listed === undefined) continue;
        if (code <= last && !this.add(code, listed)) return false;
        code++;
      }
    }
    return true;
  }
}

/** The text of each code in a ToUnicode CMap (ISO 32000-2, 9.10.3), in hexadecimal UTF-16; undefined if it is too large. */
export const readToUnicode = (map: string): Map<number, string> | undefined => {
  const read = new UnicodeMap();
  const blocks = [...cmapBlocks(map, ["bf"])];
  for (const { tokens } of blocks.filter(({ kind }) => kind === "char")) if (!read.addChars(tokens)) return undefined;
  for (const { tokens } of blocks.filter(({ kind }) => kind === "range")) if (!read.addRanges(tokens)) return undefined;
  return read.texts;
};

/** A ToUnicode CMap of codes of one or two bytes and their texts in hexadecimal UTF-16. */
export const writeToUnicode = (texts: readonly (readonly [number, string])[], codeBytes = 2): string => {
  const hex = (code: number) => code.toString(16).padStart(2 * codeBytes, "0");
  let map = "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/U def/CMapType 2 def\n";
  map += `1 begincodespacerange\n<${hex(0)}><${"ff".repeat(codeBytes)}>\nendcodespacerange\n`;
  for (let from = 0; from < texts.length; from += ENTRIES_PER_BLOCK) {
    const block = texts.slice(from, from + ENTRIES_PER_BLOCK);
    const lines = block.map(([code, text]) => `<${hex(code)}><${text}>`);
    map += `${block.length} beginbfchar\n${lines.join("\n")}\nendbfchar\n`;
  }
  return `${map}endcmap end end`;
};
