import type { Pixels } from "../images/samples.ts";

/** A layer of a page at a low resolution: means of the pixels that belong to it, the rest filled from around. */
export interface Layer extends Pixels {
  /** How even the layer is: the variance of its own pixels, and their mean colour. */
  variance: number;
  mean: number[];
}

interface Level {
  width: number;
  height: number;
  sums: Float32Array;
  weights: Float32Array;
}

/** Half the size; every cell counts once, however many pixels it stands for. */
const halve = ({ width, height, sums, weights }: Level, channels: number): Level => {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const out = {
    ...half,
    sums: new Float32Array(half.width * half.height * channels),
    weights: new Float32Array(half.width * half.height),
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = y * width + x;
      if (weights[from]! === 0) continue;
      const to = (y >> 1) * half.width + (x >> 1);
      out.weights[to]! += 1;
      for (let channel = 0; channel < channels; channel++) {
        out.sums[to * channels + channel]! += sums[from * channels + channel]! / weights[from]!;
      }
    }
  }
  return out;
};

/** Divides sums by weights; cells without a pixel take the colour of the next coarser level. */
const settle = (level: Level, coarser: Level | undefined, channels: number): void => {
  const { width, height, sums, weights } = level;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const above = coarser === undefined ? 0 : (y >> 1) * coarser.width + (x >> 1);
      for (let channel = 0; channel < channels; channel++) {
        if (weights[at]! > 0) sums[at * channels + channel]! /= weights[at]!;
        else sums[at * channels + channel] = coarser?.sums[above * channels + channel] ?? 255;
      }
    }
  }
};

const statistics = (data: Buffer, weights: Float32Array, channels: number): { mean: number[]; variance: number } => {
  const mean = new Array<number>(channels).fill(0);
  let total = 0;
  for (let at = 0; at < weights.length; at++) {
    total += weights[at]!;
    for (let channel = 0; channel < channels; channel++)
      mean[channel]! += data[at * channels + channel]! * weights[at]!;
  }
  for (let channel = 0; channel < channels; channel++) mean[channel]! /= total || 1;
  let variance = 0;
  for (let at = 0; at < weights.length; at++) {
    for (let channel = 0; channel < channels; channel++) {
      variance += weights[at]! * (data[at * channels + channel]! - mean[channel]!) ** 2;
    }
  }
  return { mean, variance: variance / ((total || 1) * channels) };
};

/** The pixels where `chosen` is `wanted`, as a layer whose cells are `factor` pixels wide. */
export const layerOf = (pixels: Pixels, chosen: Uint8Array, wanted: 0 | 1, factor: number): Layer => {
  const { data, channels } = pixels;
  const width = Math.ceil(pixels.width / factor);
  const height = Math.ceil(pixels.height / factor);
  const finest: Level = {
    width,
    height,
    sums: new Float32Array(width * height * channels),
    weights: new Float32Array(width * height),
  };
  const columns = Uint16Array.from({ length: pixels.width }, (_, x) => Math.floor(x / factor));
  for (let y = 0; y < pixels.height; y++) {
    const row = Math.floor(y / factor) * width;
    for (let x = 0; x < pixels.width; x++) {
      const from = y * pixels.width + x;
      if (chosen[from] !== wanted) continue;
      const to = row + columns[x]!;
      finest.weights[to]!++;
      if (channels === 1) finest.sums[to]! += data[from]!;
      else {
        finest.sums[3 * to]! += data[3 * from]!;
        finest.sums[3 * to + 1]! += data[3 * from + 1]!;
        finest.sums[3 * to + 2]! += data[3 * from + 2]!;
      }
    }
  }
  const levels = [finest];
  while (levels[0]!.width > 1 || levels[0]!.height > 1) levels.unshift(halve(levels[0]!, channels));
  levels.forEach((level, index) => {
    settle(level, levels[index - 1], channels);
  });
  const out = Buffer.from(Uint8ClampedArray.from(finest.sums).buffer);
  return { data: out, width, height, channels, ...statistics(out, finest.weights, channels) };
};

/** Marks everything within `reach` pixels of a mark. */
export const widen = (bits: Uint8Array, width: number, height: number, reach: number): Uint8Array => {
  const across = new Uint8Array(bits.length);
  for (let y = 0; y < height; y++) {
    let left = 0;
    const from = y * width;
    for (let x = 0; x < width; x++) {
      if (bits[from + x] === 1) {
        across.fill(1, from + Math.max(left, x - reach), from + Math.min(width, x + reach + 1));
        left = x;
      }
    }
  }
  const out = new Uint8Array(bits.length);
  for (let y = 0; y < height; y++) {
    const from = y * width;
    for (let near = Math.max(0, y - reach); near <= Math.min(height - 1, y + reach); near++) {
      const other = near * width;
      for (let x = 0; x < width; x++) out[from + x]! |= across[other + x]!;
    }
  }
  return out;
};

/** Marks the pixels whose four neighbours are marked too. */
export const narrow = (bits: Uint8Array, width: number, height: number): Uint8Array => {
  const out = new Uint8Array(bits.length);
  for (let at = width; at < width * (height - 1); at++) {
    out[at] = bits[at]! & bits[at - 1]! & bits[at + 1]! & bits[at - width]! & bits[at + width]!;
  }
  return out;
};
