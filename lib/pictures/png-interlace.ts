import { inflateSync } from "../zlib.ts";
import { damagedPicture } from "./picture-fault.ts";
import { undoPngFilters } from "./png.ts";
import type { PngFile } from "./png-file.ts";

/** The passes of Adam7: where each begins, and its steps (PNG specification, 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The highest number of a filter (PNG specification, 9.2). */
const LAST_FILTER = 4;

/** The pixels of a pass in a row of the picture: the first one, their distance, and their number. */
interface PassColumns {
  readonly x: number;
  readonly across: number;
  readonly columns: number;
}

/** Puts the pixels of a row of a pass, of `bits` bits each, to their places in a row of the picture. */
const spread = (from: Buffer, to: Buffer, bits: number, { x, across, columns }: PassColumns): void => {
  if (bits >= 8) {
    const bytes = bits / 8;
    for (let at = 0; at < columns; at++) from.copy(to, (x + at * across) * bytes, at * bytes, (at + 1) * bytes);
    return;
  }
  const mask = (1 << bits) - 1;
  for (let at = 0; at < columns; at++) {
    const [source, target] = [at * bits, (x + at * across) * bits];
    const value = (from[source >> 3]! >> (8 - bits - (source & 7))) & mask;
    to[target >> 3]! |= value << (8 - bits - (target & 7));
  }
};

/** The rows of an interlaced PNG, without filters. Throws a PictureFault if they are damaged. */
export const deinterlaced = ({ data, width, height, depth, channels }: PngFile): Buffer => {
  const bits = depth * channels;
  const bytesOf = (pixels: number) => Math.ceil((pixels * bits) / 8);
  const passes = PASSES.map(([x, y, across, down]) => {
    const [columns, rows] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)];
    const size = columns > 0 && rows > 0 ? rows * (1 + bytesOf(columns)) : 0;
    return { x, y, across, down, columns, size };
  });
  const size = passes.reduce((sum, pass) => sum + pass.size, 0);
  let packed: Buffer;
  try {
    packed = inflateSync(data, { maxOutputLength: size + CHUNK_BYTES });
  } catch (error) {
    throw damagedPicture("its pixels cannot be unpacked", error);
  }
  if (packed.length < size) throw damagedPicture("it ends too early");
  const out = Buffer.alloc(height * bytesOf(width));
  let at = 0;
  for (const { x, y, across, down, columns, size: length } of passes) {
    if (length === 0) continue;
    const row = bytesOf(columns);
    for (let line = at; line < at + length; line += row + 1)
      if (packed[line]! > LAST_FILTER) throw damagedPicture("its pixels are wrong");
    const rows = undoPngFilters(packed.subarray(at, at + length), row, Math.max(1, bits >> 3));
    for (let line = 0; line * row < rows.length; line++) {
      const to = (y + line * down) * bytesOf(width);
      spread(rows.subarray(line * row, (line + 1) * row), out.subarray(to), bits, { x, across, columns });
    }
    at += length;
  }
  return out;
};

/** Bytes behind the last pass that are left out. */
const CHUNK_BYTES = 65_536;
