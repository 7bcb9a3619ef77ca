import { encodeJbig2 } from "../bilevel/jbig2.ts";
import type { Pixels } from "../images/samples.ts";
import { encodeJpeg, luma as lumaOf } from "../images/sharp.ts";
import { similarity } from "../images/ssim.ts";
import type { Level } from "../levels.ts";
import { findInk } from "./ink.ts";
import { inkLayer, paperLayer } from "./layers.ts";

/** A page of text as three layers: the paper, the shapes of the ink, and its colour. */
export interface Split {
  background: { jpeg: Buffer; width: number; height: number };
  /** The ink's shapes as JBIG2, at the page's full resolution. */
  mask: Buffer;
  /** One colour for all ink, from 0 to 255 a channel, or a picture of its colours. */
  ink: number[] | { jpeg: Buffer; width: number; height: number };
  size: number;
}

/** Ink whose colour varies less has one colour; one whose channels differ less is gray. */
const EVEN = 350;
const GRAY = 12;
/** What the dictionaries of the layers take. */
const OVERHEAD = 560;
const JUDGED_DPI = 100;

const lumaPlane = ({ data, width, height, channels }: Pixels): Uint8Array => {
  if (channels === 1) return data;
  const out = new Uint8Array(width * height);
  for (let at = 0; at < out.length; at++) {
    out[at] = (data[3 * at]! * 77 + data[3 * at + 1]! * 150 + data[3 * at + 2]! * 29) >> 8;
  }
  return out;
};

/** Means over blocks of `factor` pixels. */
const shrink = (plane: Uint8Array, width: number, columns: number, rows: number, factor: number): Float32Array => {
  const out = new Float32Array(columns * rows);
  const area = factor * factor;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let y = row * factor; y < (row + 1) * factor; y++) {
        const from = y * width + column * factor;
        for (let at = from; at < from + factor; at++) sum += plane[at]!;
      }
      out[row * columns + column] = sum / area;
    }
  }
  return out;
};

const colourOf = (mean: number[]): number[] => {
  const spread = Math.max(...mean) - Math.min(...mean);
  return mean.length === 3 && spread < GRAY ? [(mean[0]! + mean[1]! + mean[2]!) / 3] : mean;
};

const lumaOfColour = ([red, green = red, blue = red]: number[]): number =>
  0.299 * red! + 0.587 * green! + 0.114 * blue!;

/**
 * Splits a scanned page of text; undefined for anything else, and where the layers would not look like the page: their
 * similarity is measured before they are accepted.
 */
export const splitPage = async (
  pixels: Pixels,
  dpi: number,
  level: NonNullable<Level["split"]>,
): Promise<Split | undefined> => {
  const { width, height } = pixels;
  const plane = lumaPlane(pixels);
  const ink = findInk(plane, width, height, dpi);
  if (ink === undefined) return undefined;
  const factor = Math.max(1, Math.round(dpi / level.backgroundDpi));
  const paper = paperLayer(pixels, ink.bits, factor);
  const background = { jpeg: await encodeJpeg(paper, level.jpeg, true), width: paper.width, height: paper.height };
  const inkFactor = Math.max(1, Math.round(dpi / Math.max(10, level.backgroundDpi / 4)));
  const core = inkLayer(pixels, ink.bits, inkFactor);
  const even = core.variance < EVEN;
  const colours = even
    ? colourOf(core.mean)
    : { jpeg: await encodeJpeg(core, level.jpeg, true), width: core.width, height: core.height };

  const judged = Math.max(1, Math.round(dpi / JUDGED_DPI));
  const columns = Math.floor(width / judged);
  const rows = Math.floor(height / judged);
  const before = shrink(plane, width, columns, rows, judged);
  const cover = shrink(ink.bits, width, columns, rows, judged);
  const below = await lumaOf(background.jpeg, columns, rows);
  const above = Array.isArray(colours) ? undefined : await lumaOf(colours.jpeg, columns, rows);
  const one = Array.isArray(colours) ? lumaOfColour(colours) : 0;
  const after = below.map((paperLuma, at) => cover[at]! * (above?.[at] ?? one) + (1 - cover[at]!) * paperLuma);
  if (similarity(before, after, columns, rows) < level.similarity) return undefined;
  const mask = encodeJbig2({ bits: ink.bits, width, height });
  const size = background.jpeg.length + mask.length + OVERHEAD + (Array.isArray(colours) ? 0 : colours.jpeg.length);
  return { background, mask, ink: colours, size };
};
