import { encodeJbig2 } from "../bilevel/jbig2.ts";
import { encodeJpeg, luma as lumaOf } from "../images/sharp.ts";
import { similarity } from "../images/ssim.ts";
import type { Level } from "../levels.ts";
import { findInk } from "./ink.ts";
import { inkLayer, type PagePixels, paperLayer } from "./layers.ts";

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

const lumaPlane = ({ data, width, height, channels }: PagePixels): Uint8Array => {
  if (channels === 1) return data;
  const out = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < out.length; at++, from += 3) {
    out[at] = (data[from]! * 77 + data[from + 1]! * 150 + data[from + 2]! * 29) >> 8;
  }
  return out;
};

/** Means over blocks of `factor` pixels, times `scale`, rounded. */
const shrink = (
  plane: Uint8Array,
  width: number,
  columns: number,
  rows: number,
  factor: number,
  scale = 1,
): Uint8Array => {
  if (factor === 1 && scale === 1 && columns === width) return plane;
  const out = new Uint8Array(columns * rows);
  const share = scale / (factor * factor);
  for (let row = 0; row < rows; row++) {
    if (factor === 2) {
      let at = row * 2 * width;
      for (let to = row * columns; to < (row + 1) * columns; to++, at += 2) {
        out[to] = (plane[at]! + plane[at + 1]! + plane[at + width]! + plane[at + width + 1]!) * share + 0.5;
      }
      continue;
    }
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      let from = row * factor * width + column * factor;
      for (let y = 0; y < factor; y++, from += width) {
        for (let at = from; at < from + factor; at++) sum += plane[at]!;
      }
      out[row * columns + column] = sum * share + 0.5;
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

/** Full cover by ink. */
const FULL = 255;

/** The page as its layers show it: ink where it covers, paper where it does not. */
const overlay = (paper: Uint8Array, cover: Uint8Array, ink: Uint8Array | number): Uint8Array => {
  const out = new Uint8Array(paper.length);
  for (let at = 0; at < out.length; at++) {
    const covered = cover[at]!;
    const colour = typeof ink === "number" ? ink : ink[at]!;
    out[at] = (covered * colour + (FULL - covered) * paper[at]!) / FULL + 0.5;
  }
  return out;
};

/**
 * Splits a scanned page of text; undefined for anything else, and where the layers would not look like the page: their
 * similarity is measured before they are accepted.
 */
export const splitPage = async (
  pixels: PagePixels,
  dpi: number,
  level: NonNullable<Level["split"]>,
): Promise<Split | undefined> => {
  const { width, height } = pixels;
  const plane = lumaPlane(pixels);
  const ink = findInk(plane, width, height, dpi);
  if (ink === undefined) return undefined;
  const factor = Math.max(1, Math.round(dpi / level.backgroundDpi));
  const paper = paperLayer(pixels, ink.bits, factor);
  // Packed in another thread, while the rest is worked on here.
  const packing = encodeJpeg(paper, level.jpeg, true);
  packing.catch(() => undefined);
  const inkFactor = Math.max(1, Math.round(dpi / Math.max(10, level.backgroundDpi / 4)));
  const core = inkLayer(pixels, ink.bits, inkFactor);
  const judged = Math.max(1, Math.round(dpi / JUDGED_DPI));
  const columns = Math.floor(width / judged);
  const rows = Math.floor(height / judged);
  const before = shrink(plane, width, columns, rows, judged);
  const cover = shrink(ink.bits, width, columns, rows, judged, FULL);
  const colours =
    core.variance < EVEN
      ? colourOf(core.mean)
      : { jpeg: await encodeJpeg(core, level.jpeg, true), width: core.width, height: core.height };
  const background = { jpeg: await packing, width: paper.width, height: paper.height };
  const seen = lumaOf(background.jpeg, columns, rows);
  seen.catch(() => undefined);
  const mask = encodeJbig2({ bits: ink.bits, width, height });
  const above = Array.isArray(colours) ? lumaOfColour(colours) : await lumaOf(colours.jpeg, columns, rows);
  const after = overlay(await seen, cover, above);
  if (similarity(before, after, columns, rows) < level.similarity) return undefined;
  const size = background.jpeg.length + mask.length + OVERHEAD + (Array.isArray(colours) ? 0 : colours.jpeg.length);
  return { background, mask, ink: colours, size };
};
