import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import type { Stream } from "../../objects.ts";
import { deflate, setStreamData } from "../repack.ts";

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
