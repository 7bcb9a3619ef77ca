import type { ImageFacts } from "./image-facts.ts";

/** Pixels of 8 bits per channel: gray, RGB or CMYK. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
}

/** The samples of an image, one per byte, from 0 to 2^depth - 1; of 16 bits the upper 8. */
const unpack = (data: Buffer, count: number, rows: number, depth: number): Buffer => {
  if (depth === 8) return data;
  const out = Buffer.alloc(count * rows);
  if (depth === 16) {
    for (let at = 0; at < out.length; at++) out[at] = data[2 * at]!;
    return out;
  }
  const stride = (count * depth + 7) >> 3;
  const mask = (1 << depth) - 1;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < count; x++) {
      const bit = x * depth;
      out[y * count + x] = (data[y * stride + (bit >> 3)]! >> (8 - depth - (bit & 7))) & mask;
    }
  }
  return out;
};

/** Decoded image data as pixels; undefined if there is too little data. */
export const pixelsOf = (data: Buffer, { width, height, depth, colours }: ImageFacts): Pixels | undefined => {
  const { palette, channels } = colours;
  const count = width * (palette === undefined ? channels : 1);
  if (data.length < ((count * depth + 7) >> 3) * height) return undefined;
  const samples = unpack(data, count, height, depth).subarray(0, count * height);
  if (palette === undefined) {
    const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
    return { data: scale === 1 ? samples : (samples.map((value) => value * scale) as Buffer), width, height, channels };
  }
  const out = Buffer.alloc(width * height * channels);
  for (let at = 0; at < samples.length; at++) {
    const entry = Math.min(samples[at]!, palette.highest) * channels;
    for (let channel = 0; channel < channels; channel++)
      out[at * channels + channel] = palette.colours[entry + channel] ?? 0;
  }
  return { data: out, width, height, channels };
};

/** Whether red, green and blue are equal within 2 steps of 255 everywhere. */
export const isGray = ({ data, channels }: Pixels): boolean => {
  if (channels === 1) return true;
  for (let at = 0; at + 2 < data.length; at += 3) {
    const green = data[at + 1]!;
    if (Math.abs(data[at]! - green) > 2 || Math.abs(data[at + 2]! - green) > 2) return false;
  }
  return true;
};

/** Counts the colours in a sample of the pixels; stops above `limit`. */
export const countColours = ({ data, width, height, channels }: Pixels, limit: number): number => {
  const seen = new Set<number>();
  const step = Math.max(1, Math.floor((width * height) / 20_000));
  for (let pixel = 0; pixel < width * height && seen.size <= limit; pixel += step) {
    let colour = 0;
    for (let channel = 0; channel < channels; channel++) colour = colour * 256 + data[pixel * channels + channel]!;
    seen.add(colour);
  }
  return seen.size;
};
