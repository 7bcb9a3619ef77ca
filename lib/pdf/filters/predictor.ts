import { undoPngFilters } from "../../pictures/png.ts";
import { numberAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import type { Dict } from "../objects.ts";

const undoTiff = (data: Uint8Array, row: number, colours: number, depth: number): Buffer => {
  const out = Buffer.from(data);
  if (depth === 8) {
    for (let from = 0; from < out.length; from += row) {
      const end = Math.min(from + row, out.length);
      for (let at = from + colours; at < end; at++) out[at] = out[at]! + out[at - colours]!;
    }
    return out;
  }
  if (depth !== 16) throw new RangeError("TIFF prediction of this depth is not supported.");
  for (let from = 0; from + row <= out.length; from += row) {
    for (let at = from + 2 * colours; at + 1 < from + row; at += 2) {
      out.writeUInt16BE((out.readUInt16BE(at) + out.readUInt16BE(at - 2 * colours)) & 0xffff, at);
    }
  }
  return out;
};

/** Undoes the predictor in /DecodeParms of Flate and LZW data (ISO 32000-2, 7.4.4.4). */
export const undoPrediction = (data: Buffer, parms: Dict | undefined, budget: Budget): Buffer => {
  const predictor = numberAt(parms, "Predictor") ?? 1;
  if (predictor < 2) return data;
  const colours = Math.max(1, numberAt(parms, "Colors") ?? 1);
  const depth = numberAt(parms, "BitsPerComponent") ?? 8;
  const columns = Math.max(1, numberAt(parms, "Columns") ?? 1);
  const row = (colours * depth * columns + 7) >> 3;
  if (!(row > 0 && row <= data.length + 8)) return data;
  budget.spendBytes(data.length);
  if (predictor === 2) return undoTiff(data, row, colours, depth);
  return undoPngFilters(data, row, Math.max(1, (colours * depth) >> 3));
};
