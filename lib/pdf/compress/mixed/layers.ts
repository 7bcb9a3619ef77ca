import type { Pixels } from "../images/samples.ts";
import { fillIn, type Sparse } from "./pyramid.ts";

/** Pixels of a page, gray or RGB. */
export interface PagePixels extends Pixels {
  channels: 1 | 3;
}

/** The colours of the ink at a low resolution. */
export interface InkLayer extends PagePixels {
  /** How even they are: the variance of the pixels, and their mean colour. */
  variance: number;
  mean: number[];
}

/** A sum over so many cells as means, with what is not known filled from around, rounded. */
const finish = (level: Sparse, channels: 1 | 3): PagePixels => {
  fillIn(level, channels);
  const data = Buffer.allocUnsafe(level.values.length);
  for (let at = 0; at < data.length; at++) data[at] = level.values[at]! + 0.5;
  return { data, width: level.width, height: level.height, channels };
};

const emptyLevel = ({ width, height, channels }: PagePixels, factor: number): Sparse => {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const values = new Float32Array(columns * rows * channels);
  return { width: columns, height: rows, values, known: new Uint8Array(columns * rows) };
};

/** The cell of each pixel of a row. */
const columnsOf = (width: number, factor: number): Uint16Array => {
  const columns = new Uint16Array(width);
  for (let x = 0; x < width; x++) columns[x] = Math.floor(x / factor);
  return columns;
};

/** Which cells hold ink, or have a neighbour that does: their paper is stained. */
const stained = (ink: Uint8Array, { width, height }: PagePixels, factor: number, level: Sparse): Uint8Array => {
  const inked = new Uint8Array(level.known.length);
  const columns = columnsOf(width, factor);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / factor) * level.width;
    for (let x = 0; x < width; x++, at++) if (ink[at] === 1) inked[row + columns[x]!] = 1;
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
export const paperLayer = (pixels: PagePixels, ink: Uint8Array, factor: number): PagePixels => {
  const { data, width, height, channels } = pixels;
  const level = emptyLevel(pixels, factor);
  const avoid = stained(ink, pixels, factor, level);
  const { values, known } = level;
  for (let row = 0, cell = 0; row < level.height; row++) {
    const [top, bottom] = [row * factor, Math.min(height, (row + 1) * factor)];
    for (let column = 0; column < level.width; column++, cell++) {
      if (avoid[cell] === 1) continue;
      known[cell] = 1;
      const left = column * factor;
      const right = Math.min(width, left + factor);
      const share = 1 / ((bottom - top) * (right - left));
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let y = top; y < bottom; y++) {
        const end = (y * width + right) * channels;
        for (let at = (y * width + left) * channels; at < end; at += channels) {
          red += data[at]!;
          if (channels === 1) continue;
          green += data[at + 1]!;
          blue += data[at + 2]!;
        }
      }
      values[cell * channels] = red * share;
      if (channels === 1) continue;
      values[cell * 3 + 1] = green * share;
      values[cell * 3 + 2] = blue * share;
    }
  }
  return finish(level, channels);
};

const statistics = (data: Buffer, counts: Uint32Array, channels: number): { mean: number[]; variance: number } => {
  const mean = new Array<number>(channels).fill(0);
  let total = 0;
  for (let at = 0; at < counts.length; at++) {
    total += counts[at]!;
    for (let channel = 0; channel < channels; channel++) mean[channel]! += data[at * channels + channel]! * counts[at]!;
  }
  for (let channel = 0; channel < channels; channel++) mean[channel]! /= total || 1;
  let variance = 0;
  for (let at = 0; at < counts.length; at++) {
    for (let channel = 0; channel < channels; channel++) {
      variance += counts[at]! * (data[at * channels + channel]! - mean[channel]!) ** 2;
    }
  }
  return { mean, variance: variance / ((total || 1) * channels) };
};

/** The colours of the ink: means of the pixels whose four neighbours are ink too. */
export const inkLayer = (pixels: PagePixels, ink: Uint8Array, factor: number): InkLayer => {
  const { data, width, height, channels } = pixels;
  const level = emptyLevel(pixels, factor);
  const counts = new Uint32Array(level.known.length);
  const columns = columnsOf(width, factor);
  for (let y = 1; y < height - 1; y++) {
    const row = Math.floor(y / factor) * level.width;
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      if (ink[at] === 0 || (ink[at - 1]! & ink[at + 1]! & ink[at - width]! & ink[at + width]!) === 0) continue;
      const cell = row + columns[x]!;
      counts[cell]!++;
      for (let channel = 0; channel < channels; channel++) {
        level.values[cell * channels + channel]! += data[at * channels + channel]!;
      }
    }
  }
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell] === 0) continue;
    level.known[cell] = 1;
    for (let place = cell * channels; place < (cell + 1) * channels; place++) level.values[place]! /= counts[cell]!;
  }
  const layer = finish(level, channels);
  return { ...layer, ...statistics(layer.data, counts, channels) };
};
