import { deflateQuickly } from "../../../deflate/deflate.ts";
import { isTwoByteCmap } from "../../../fonts/cmap-blocks.ts";
import { get } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { cidWidths } from "../../contents/font-widths.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, makeDict, Name, Stream, type Value } from "../../objects.ts";
import { readToUnicode, writeToUnicode } from "../../to-unicode.ts";
import { deflate, setStreamData } from "../repack.ts";

/** Reduces a CID font's /W to the codes in use. */
export const pruneCidWidths = (descendant: Dict, codes: ReadonlySet<number>): void => {
  const widths = cidWidths(descendant);
  const used = [...widths.keys()].filter((code) => codes.has(code)).sort((a, b) => a - b);
  if (widths.size === used.length) return;
  const list: Value[] = [];
  let run: Value[] = [];
  let last: number | undefined;
  for (const code of used) {
    if (last === undefined || code !== last + 1) {
      run = [];
      list.push(code, run);
    }
    run.push(widths.get(code) ?? 0);
    last = code;
  }
  descendant.set("W", list);
};

/** Reduces a CIDToGIDMap (ISO 32000-2, 9.7.4.3) to these CIDs. */
export const pruneCidToGidMap = (map: Stream, cids: ReadonlySet<number>, budget: Budget): void => {
  const data = plainData(map, budget);
  if (data === undefined) return;
  const known = [...cids].filter((cid) => 2 * cid + 1 < data.length);
  const pruned = Buffer.alloc(2 * (Math.max(-1, ...known) + 1));
  for (const cid of known) pruned.writeUInt16BE(data.readUInt16BE(2 * cid), 2 * cid);
  const packed = deflateQuickly(pruned);
  if (packed.length < map.data.length) setStreamData(map, packed, "FlateDecode");
};

/** A ToUnicode CMap of codes of one or two bytes and their texts in hexadecimal UTF-16. */
export const unicodeMap = (texts: [number, string][], codeBytes: 1 | 2): Stream =>
  new Stream(
    makeDict({ Filter: new Name("FlateDecode") }),
    deflate(Buffer.from(writeToUnicode(texts, codeBytes), "latin1")),
  );

export type UnicodeTexts = ReadonlyMap<number, string>;

/** The text of each code of a font in hexadecimal UTF-16, by its ToUnicode CMap; undefined without a readable one. */
export const unicodeTexts = (font: Dict, budget: Budget): UnicodeTexts | undefined => {
  const stream = get(font, "ToUnicode");
  const map = stream instanceof Stream ? plainData(stream, budget)?.toString("latin1") : undefined;
  return map === undefined ? undefined : readToUnicode(map);
};

/** Reduces the ToUnicode CMap of a font with two-byte codes to the codes in use. */
export const pruneToUnicode = (font: Dict, codes: ReadonlySet<number>, budget: Budget): void => {
  const stream = get(font, "ToUnicode");
  if (!(stream instanceof Stream)) return;
  const data = plainData(stream, budget);
  const map = data?.toString("latin1");
  if (map === undefined || !isTwoByteCmap(map)) return;
  const texts = readToUnicode(map);
  if (texts === undefined) return;
  const used = [...texts].filter(([code]) => codes.has(code)).sort(([a], [b]) => a - b);
  const packed = deflateQuickly(Buffer.from(writeToUnicode(used), "latin1"));
  if (packed.length < stream.data.length * 0.95) setStreamData(stream, packed, "FlateDecode");
};
