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

/** Cells are filled from coarser and coarser levels, and rounded. */
const finish = (finest: Level, channels: 1 | 3 | 4): Layer => {
  const { width, height, sums, weights } = finest;
  const levels = [finest];
  while (levels[0]!.width > 1 || levels[0]!.height > 1) levels.unshift(halve(levels[0]!, channels));
  levels.forEach((level, index) => {
    settle(level, levels[index - 1], channels);
  });
  const data = Buffer.from(Uint8ClampedArray.from(sums).buffer);
  return { data, width, height, channels, ...statistics(data, weights, channels) };
};

const emptyLevel = (pixels: Pixels, factor: number): Level => {
  const width = Math.ceil(pixels.width / factor);
  const height = Math.ceil(pixels.height / factor);
  return {
    width,
    height,
    sums: new Float32Array(width * height * pixels.channels),
    weights: new Float32Array(width * height),
  };
};

/** The cell of each pixel of a row. */
const columnsOf = (width: number, factor: number): Uint16Array =>
  Uint16Array.from({ length: width }, (_, x) => Math.floor(x / factor));

/** Which cells hold ink, or have a neighbour that does: their paper is stained. */
const stained = (ink: Uint8Array, width: number, height: number, factor: number, level: Level): Uint8Array => {
  const inked = new Uint8Array(level.weights.length);
  const columns = columnsOf(width, factor);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / factor) * level.width;
    const from = y * width;
    for (let x = 0; x < width; x++) if (ink[from + x] === 1) inked[row + columns[x]!] = 1;
  }
  const out = new Uint8Array(inked.length);
  for (let y = 0; y < level.height; y++) {
    for (let x = 0; x < level.width; x++) {
      if (inked[y * level.width + x] === 0) continue;
      for (let near = Math.max(0, y - 1); near <= Math.min(level.height - 1, y + 1); near++) {
        out.fill(1, near * level.width + Math.max(0, x - 1), near * level.width + Math.min(level.width, x + 2));
      }
    }
  }
  return out;
};

/** The paper: means of the pixels in cells of `factor`, where no ink is near; the rest filled from around. */
export const paperLayer = (pixels: Pixels, ink: Uint8Array, factor: number): Layer => {
  const { data, width, height, channels } = pixels;
  const level = emptyLevel(pixels, factor);
  const avoid = stained(ink, width, height, factor, level);
  for (let row = 0; row < level.height; row++) {
    for (let column = 0; column < level.width; column++) {
      const cell = row * level.width + column;
      if (avoid[cell] === 1) continue;
      const bottom = Math.min(height, (row + 1) * factor);
      const right = Math.min(width, (column + 1) * factor);
      let first = 0;
      let second = 0;
      let third = 0;
      let count = 0;
      for (let y = row * factor; y < bottom; y++) {
        for (let x = column * factor; x < right; x++, count++) {
          const at = (y * width + x) * channels;
          first += data[at]!;
          if (channels === 3) {
            second += data[at + 1]!;
            third += data[at + 2]!;
          }
        }
      }
      level.weights[cell] = count;
      level.sums[cell * channels] = first;
      if (channels === 3) {
        level.sums[cell * channels + 1] = second;
        level.sums[cell * channels + 2] = third;
      }
    }
  }
  return finish(level, channels);
};

/** The colours of the ink: means of the pixels whose four neighbours are ink too. */
export const inkLayer = (pixels: Pixels, ink: Uint8Array, factor: number): Layer => {
  const { data, width, height, channels } = pixels;
  const level = emptyLevel(pixels, factor);
  const columns = columnsOf(width, factor);
  for (let y = 1; y < height - 1; y++) {
    const row = Math.floor(y / factor) * level.width;
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (ink[at] === 0 || (ink[at - 1]! & ink[at + 1]! & ink[at - width]! & ink[at + width]!) === 0) continue;
      const cell = row + columns[x]!;
      level.weights[cell]!++;
      for (let channel = 0; channel < channels; channel++) {
        level.sums[cell * channels + channel]! += data[at * channels + channel]!;
      }
    }
  }
  return finish(level, channels);
};
