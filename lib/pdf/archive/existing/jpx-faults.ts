import { jpxBoxes, readJpxHeader } from "../../../pictures/jpx-header.ts";
import { filtersOf } from "../../filters/decode.ts";
import type { Stream } from "../../objects.ts";

const JPX = "it has a JPEG 2000 picture of a kind that PDF/A does not take (ISO 19005-2, 6.2.8.3)";
const COMPONENTS = new Set([1, 3]);

const countColourSpecifications = (data: Buffer): number => {
  let count = 0;
  for (const { type, from, to } of jpxBoxes(data, 0, data.length)) {
    if (type !== "jp2h") continue;
    for (const box of jpxBoxes(data, from, to)) if (box.type === "colr") count++;
  }
  return count;
};

/** The fault of a JPEG 2000 picture as the end of a sentence; undefined for a plain one in grey or RGB. */
export const jpxFault = (stream: Stream): string | undefined => {
  if (filtersOf(stream).length !== 1) return JPX;
  const data = Buffer.from(stream.data.buffer, stream.data.byteOffset, stream.data.length);
  const header = readJpxHeader(data);
  const isAllowed =
    header?.isPlain === true && COMPONENTS.has(header.components) && countColourSpecifications(data) === 1;
  return isAllowed ? undefined : JPX;
};
