import { inflateSync } from "../zlib.ts";

/** An image as RGB colours and opacity, with one byte for each component. */
export interface RgbaPicture {
  readonly width: number;
  readonly height: number;
  readonly colours: Buffer;
  readonly opacity: Buffer;
}

const SIGNATURE_BYTES = 8;
const [PALETTE, TRUE_COLOUR_WITH_ALPHA] = [3, 6];

/** The chunks of a PNG (PNG specification, section 5.3). */
export function* pngChunks(png: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** The value that the Paeth filter predicts from the left, upper and upper left neighbours. */
const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
};

/** Undoes the filter of one row in place; `pixel` is the distance to the left neighbour. */
const undoFilter = (row: Buffer, above: Buffer, filter: number, pixel: number): void => {
  const end = row.length;
  if (filter === 1) for (let at = pixel; at < end; at++) row[at]! += row[at - pixel]!;
  else if (filter === 2) for (let at = 0; at < end; at++) row[at]! += above[at]!;
  else if (filter === 3) {
    for (let at = 0; at < end; at++) row[at]! += ((at >= pixel ? row[at - pixel]! : 0) + above[at]!) >> 1;
  } else if (filter === 4) {
    for (let at = 0; at < end; at++) {
      const left = at >= pixel ? row[at - pixel]! : 0;
      const corner = at >= pixel ? above[at - pixel]! : 0;
      row[at]! += paeth(left, above[at]!, corner);
    }
  }
};

/**
 * Undoes the filters of rows (PNG specification, section 9), each of which has a filter's number before its `row` bytes;
 * `pixel` is the distance to the left neighbour. The last row may be shorter.
 */
export const undoPngFilters = (data: Uint8Array, row: number, pixel: number): Buffer => {
  const rows = Math.ceil(data.length / (row + 1));
  const out = Buffer.alloc(rows * row);
  const zeros = Buffer.alloc(row);
  let written = 0;
  for (let y = 0; y < rows; y++) {
    const from = y * (row + 1) + 1;
    const here = y * row;
    const count = Math.min(row, data.length - from);
    out.set(data.subarray(from, from + count), here);
    const above = y > 0 ? out.subarray(here - row, here) : zeros;
    undoFilter(out.subarray(here, here + count), above, data[from - 1]!, pixel);
    written = here + count;
  }
  return out.subarray(0, written);
};

/** Reads a PNG of a font: true colour with alpha, or a palette; undefined for any other colour type. */
export const readPng = (png: Buffer): RgbaPicture | undefined => {
  let [header, palette, alpha]: [Buffer, Buffer, Buffer] = [Buffer.alloc(13), Buffer.alloc(0), Buffer.alloc(0)];
  const packed: Buffer[] = [];
  for (const { type, data } of pngChunks(png)) {
    if (type === "IHDR") header = data;
    else if (type === "PLTE") palette = data;
    else if (type === "tRNS") alpha = data;
    else if (type === "IDAT") packed.push(data);
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, kind, interlaced] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  if (interlaced !== 0 || (kind === TRUE_COLOUR_WITH_ALPHA ? depth !== 8 : kind !== PALETTE)) return undefined;
  const step = kind === PALETTE ? 1 : 4;
  const rowLength = kind === PALETTE ? Math.ceil((width * depth) / 8) : 4 * width;
  const rows = undoPngFilters(inflateSync(Buffer.concat(packed)), rowLength, step);
  const picture = { width, height, colours: Buffer.alloc(3 * width * height), opacity: Buffer.alloc(width * height) };
  for (let at = 0; at < width * height; at++) {
    if (kind === TRUE_COLOUR_WITH_ALPHA) {
      rows.copy(picture.colours, 3 * at, 4 * at, 4 * at + 3);
      picture.opacity[at] = rows.readUInt8(4 * at + 3);
      continue;
    }
    const [x, y] = [at % width, Math.floor(at / width)];
    const bit = x * depth;
    const index = (rows.readUInt8(y * rowLength + (bit >> 3)) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
    palette.copy(picture.colours, 3 * at, 3 * index, 3 * index + 3);
    picture.opacity[at] = alpha[index] ?? 255;
  }
  return picture;
};
