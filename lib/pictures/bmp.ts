import type { BmpHead } from "./bmp-head.ts";
import { damagedPicture } from "./picture-fault.ts";

/** Pixels of 8 bits for red, green and blue, and perhaps for the opacity. */
export interface BmpPixels {
  readonly data: Buffer;
  readonly channels: 3 | 4;
}

/** A number for each pixel of a palette's picture; the last value stands for those that were skipped. */
const SKIPPED = 0;

/** The numbers of the pixels that are compressed by runs: rows from the bottom. Throws if they end too early. */
const unpackRuns = (data: Buffer, { width, height, bits }: BmpHead): Buffer => {
  const out = Buffer.alloc(width * height, SKIPPED);
  let [at, x, y] = [0, 0, 0];
  const put = (value: number) => {
    if (x < width && y < height) out[y * width + x] = value;
    x++;
  };
  const putRun = (count: number, value: number) => {
    for (let pixel = 0; pixel < count && x < width; pixel++)
      put(bits === 8 ? value : pixel % 2 === 0 ? value >> 4 : value & 15);
  };
  const putPlain = (count: number) => {
    const bytes = bits === 8 ? count : (count + 1) >> 1;
    if (at + bytes > data.length) throw damagedPicture("it ends too early");
    for (let pixel = 0; pixel < count; pixel++) {
      const value = data[at + (bits === 8 ? pixel : pixel >> 1)]!;
      put(bits === 8 ? value : pixel % 2 === 0 ? value >> 4 : value & 15);
    }
    at += bytes + (bytes & 1);
  };
  while (y < height) {
    if (at + 2 > data.length) throw damagedPicture("it ends too early");
    const [count, value] = [data[at]!, data[at + 1]!];
    at += 2;
    if (count > 0) putRun(count, value);
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) break;
    else if (value > 2) putPlain(value);
    else {
      if (at + 2 > data.length) throw damagedPicture("it ends too early");
      x += data[at]!;
      y += data[at + 1]!;
      at += 2;
    }
  }
  return out;
};

/** The numbers of the pixels of a palette's picture, in the order of the file. */
const unpackNumbers = (data: Buffer, { width, height, bits }: BmpHead): Buffer => {
  const row = 4 * Math.ceil((width * bits) / 32);
  const out = Buffer.allocUnsafe(width * height);
  const mask = (1 << bits) - 1;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      out[to++] = (data[y * row + (bit >> 3)]! >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return out;
};

/** Colours by their numbers; a number beyond the palette is black. */
const throughPalette = (numbers: Buffer, { palette, paletteStep, width, height, isTopDown }: BmpHead): Buffer => {
  const out = Buffer.alloc(3 * width * height);
  for (let y = 0, to = 0; y < height; y++) {
    let from = (isTopDown ? y : height - 1 - y) * width;
    for (let x = 0; x < width; x++, to += 3) {
      const entry = numbers[from++]! * paletteStep;
      if (entry + 3 > palette.length) continue;
      out[to] = palette[entry + 2]!;
      out[to + 1] = palette[entry + 1]!;
      out[to + 2] = palette[entry]!;
    }
  }
  return out;
};

/** Whether the opacity of each pixel is zero. */
const isTransparent = ({ data }: BmpPixels): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
};

/** The colours of pixels that hold them, and their opacity if it is not zero everywhere, which some programs write for none. */
const throughFields = (data: Buffer, head: BmpHead): BmpPixels => {
  const pixels = fieldsOf(data, head, head.fields[3]?.most === 0 ? 3 : 4);
  return pixels.channels === 4 && isTransparent(pixels) ? fieldsOf(data, head, 3) : pixels;
};

/** The fields of each pixel: red, green and blue, and perhaps the opacity. */
const fieldsOf = (
  data: Buffer,
  { bits, width, height, isTopDown, fields }: BmpHead,
  channels: BmpPixels["channels"],
): BmpPixels => {
  const bytes = bits / 8;
  const row = 4 * Math.ceil((width * bits) / 32);
  const out = Buffer.allocUnsafe(channels * width * height);
  const used = fields.slice(0, channels);
  for (let y = 0, to = 0; y < height; y++) {
    const start = (isTopDown ? y : height - 1 - y) * row;
    for (let x = 0; x < width; x++) {
      const value = data.readUIntLE(start + x * bytes, bytes);
      for (const { shift, most } of used)
        out[to++] = most === 0 ? 0 : Math.round((255 * ((value >>> shift) & most)) / most);
    }
  }
  return { data: out, channels };
};

/** Unpacks a bitmap. Throws a PictureFault if it ends too early. */
export const unpackBmp = (file: Buffer, head: BmpHead): BmpPixels => {
  const data = file.subarray(head.pixelsAt);
  const needed = head.height * 4 * Math.ceil((head.width * head.bits) / 32);
  if (!head.isRunLength && data.length < needed) throw damagedPicture("it ends too early");
  if (head.bits > 8) return throughFields(data, head);
  const numbers = head.isRunLength ? unpackRuns(data, head) : unpackNumbers(data, head);
  return { data: throughPalette(numbers, head), channels: 3 };
};
