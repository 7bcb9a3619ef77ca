import { inflateSync } from "node:zlib";

/** An image in the form that a PDF takes: RGB colours and opacity, one byte for each component. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly colours: Buffer;
  readonly opacity: Buffer;
}

const SIGNATURE_BYTES = 8;
const [PALETTE, TRUE_COLOUR_WITH_ALPHA] = [3, 6];

const chunksOf = function* (png: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
};

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
};

/** Undoes the filters of an image's rows (PNG specification, section 9). */
const unfilter = (data: Buffer, rowLength: number, height: number, step: number): Buffer => {
  const rows = Buffer.alloc(rowLength * height);
  for (let row = 0; row < height; row++) {
    const kind = data[row * (rowLength + 1)]!;
    for (let at = 0; at < rowLength; at++) {
      const here = row * rowLength + at;
      const left = at < step ? 0 : rows[here - step]!;
      const up = row === 0 ? 0 : rows[here - rowLength]!;
      const corner = row === 0 || at < step ? 0 : rows[here - rowLength - step]!;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
      rows[here] = data[row * (rowLength + 1) + 1 + at]! + guess;
    }
  }
  return rows;
};

/** Reads a PNG of a font: true colour with alpha, or a palette; undefined for any other colour type. */
export const readPng = (png: Buffer): Picture | undefined => {
  let [header, palette, alpha]: [Buffer, Buffer, Buffer] = [Buffer.alloc(13), Buffer.alloc(0), Buffer.alloc(0)];
  const packed: Buffer[] = [];
  for (const { type, data } of chunksOf(png)) {
    if (type === "IHDR") header = data;
    else if (type === "PLTE") palette = data;
    else if (type === "tRNS") alpha = data;
    else if (type === "IDAT") packed.push(data);
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, kind, interlaced] = [header[8]!, header[9]!, header[12]!];
  if (interlaced !== 0 || (kind === TRUE_COLOUR_WITH_ALPHA ? depth !== 8 : kind !== PALETTE)) return undefined;
  const step = kind === PALETTE ? 1 : 4;
  const rowLength = kind === PALETTE ? Math.ceil((width * depth) / 8) : 4 * width;
  const rows = unfilter(inflateSync(Buffer.concat(packed)), rowLength, height, step);
  const picture = { width, height, colours: Buffer.alloc(3 * width * height), opacity: Buffer.alloc(width * height) };
  for (let at = 0; at < width * height; at++) {
    if (kind === TRUE_COLOUR_WITH_ALPHA) {
      rows.copy(picture.colours, 3 * at, 4 * at, 4 * at + 3);
      picture.opacity[at] = rows[4 * at + 3]!;
      continue;
    }
    const [x, y] = [at % width, Math.floor(at / width)];
    const bit = x * depth;
    const index = (rows[y * rowLength + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
    palette.copy(picture.colours, 3 * at, 3 * index, 3 * index + 3);
    picture.opacity[at] = alpha[index] ?? 255;
  }
  return picture;
};
