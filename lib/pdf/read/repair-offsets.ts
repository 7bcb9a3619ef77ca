import { Ref } from "../objects.ts";
import type { PdfFile } from "./file.ts";
import { headerAt } from "./object.ts";
import type { ObjectIndex } from "./object-index.ts";
import { scanForObjects } from "./scan.ts";

/** Corrections tried for offsets that are slightly wrong, as after a change of the line ends. */
const OFFSET_CORRECTIONS_BYTES = [0, -1, 1, -2, 2];

/**
 * Checks that every offset leads to the object of its number. Up to three wrong ones are corrected by a scan. Returns
 * false if more are wrong, or the catalog's: then the index is not usable.
 */
export const repairOffsets = (file: PdfFile, index: ObjectIndex): boolean => {
  const lost: number[] = [];
  for (const [number, offset] of index.offsets) {
    if (offset === 0) continue;
    const near = OFFSET_CORRECTIONS_BYTES.find((by) => headerAt(file.bytes, offset + by)?.number === number);
    if (near === undefined) lost.push(number);
    else if (near !== 0) index.offsets.set(number, offset + near);
  }
  if (lost.length === 0) return true;
  const root = index.trailer.get("Root");
  const rootLost = root instanceof Ref && lost.some((number) => file.ref(number) === root);
  if (rootLost || lost.length > 3 || lost.length > index.offsets.size * 0.02) return false;
  const found = scanForObjects(file.bytes, file.ref, file.budget).index.offsets;
  for (const number of lost) index.offsets.set(number, found.get(number) ?? 0);
  return true;
};
