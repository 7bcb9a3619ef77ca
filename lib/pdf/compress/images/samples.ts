import type { Pixels } from "../../../pictures/pixels.ts";
import type { ImageFacts } from "./image-facts.ts";

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
