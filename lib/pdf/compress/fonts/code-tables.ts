import type { Budget } from "../../budget.ts";
import { cidWidths } from "../../contents/font-widths.ts";
import { plainData } from "../../filters/decode.ts";
import type { Dict, Stream, Value } from "../../objects.ts";
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
  const packed = deflate(pruned);
  if (packed.length < map.data.length) setStreamData(map, packed, "FlateDecode");
};
