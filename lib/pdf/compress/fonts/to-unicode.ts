import { get } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Stream } from "../../objects.ts";
import { deflate, setStreamData } from "../repack.ts";

/** CMaps with other codes than two bytes are not changed: readers interpret them differently. */
const TWO_BYTE_CODE_SPACE = /begincodespacerange\s*<0000>\s*<ffff>\s*endcodespacerange/i;
const CODE_RANGE_LIMIT = 65_536;
const ENTRIES_PER_BLOCK = 100;

/** The text `by` places after another one, both in hexadecimal UTF-16: its last unit is increased. */
const textAfter = (text: string, by: number): string =>
  text.slice(0, -4) + ((Number.parseInt(text.slice(-4), 16) + by) & 0xffff).toString(16).padStart(4, "0");

const entriesOf = function* (map: string, kind: "char" | "range"): Generator<string> {
  for (const block of map.matchAll(new RegExp(`beginbf${kind}([\\s\\S]*?)endbf${kind}`, "g"))) yield block[1]!;
};

/** The text of each code in a ToUnicode CMap (ISO 32000-2, 9.10.3); undefined if a range is too long. */
const readMap = (map: string): Map<number, string> | undefined => {
  const texts = new Map<number, string>();
  const bare = (hex: string) => hex.replace(/\s/g, "").toLowerCase();
  for (const block of entriesOf(map, "char")) {
    for (const [, code, text] of block.matchAll(/<([\da-fA-F]+)>\s*<([\da-fA-F\s]*)>/g)) {
      texts.set(Number.parseInt(code!, 16), bare(text!));
    }
  }
  for (const block of entriesOf(map, "range")) {
    const ranges = /<([\da-fA-F]+)>\s*<([\da-fA-F]+)>\s*(?:<([\da-fA-F\s]*)>|\[([^\]]*)\])/g;
    for (const [, low, high, text, list] of block.matchAll(ranges)) {
      const first = Number.parseInt(low!, 16);
      const last = Number.parseInt(high!, 16);
      if (last - first > CODE_RANGE_LIMIT) return undefined;
      const single = [...(list ?? "").matchAll(/<([\da-fA-F\s]*)>/g)].map((entry) => bare(entry[1]!));
      for (let code = first; code <= last; code++) {
        const value = text === undefined ? single[code - first] : textAfter(bare(text), code - first);
        if (value !== undefined) texts.set(code, value);
      }
    }
  }
  return texts;
};

const writeMap = (texts: [number, string][]): string => {
  const hex = (code: number) => code.toString(16).padStart(4, "0");
  let map = "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/U def/CMapType 2 def\n";
  map += "1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n";
  for (let from = 0; from < texts.length; from += ENTRIES_PER_BLOCK) {
    const block = texts.slice(from, from + ENTRIES_PER_BLOCK);
    const lines = block.map(([code, text]) => `<${hex(code)}><${text}>`);
    map += `${block.length} beginbfchar\n${lines.join("\n")}\nendbfchar\n`;
  }
  return `${map}endcmap end end`;
};

/** Reduces the ToUnicode CMap of a font with two-byte codes to the codes in use. */
export const pruneToUnicode = (font: Dict, codes: ReadonlySet<number>, budget: Budget): void => {
  const stream = get(font, "ToUnicode");
  if (!(stream instanceof Stream)) return;
  const data = plainData(stream, budget);
  const map = data?.toString("latin1");
  if (map === undefined || !TWO_BYTE_CODE_SPACE.test(map) || /usecmap/.test(map)) return;
  const texts = readMap(map);
  if (texts === undefined) return;
  const used = [...texts].filter(([code]) => codes.has(code)).sort(([a], [b]) => a - b);
  const packed = deflate(Buffer.from(writeMap(used), "latin1"));
  if (packed.length < stream.data.length * 0.95) setStreamData(stream, packed, "FlateDecode");
};
