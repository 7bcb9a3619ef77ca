import { jbig2Of } from "../bilevel/jbig2.ts";
import type { Pixels } from "../images/samples.ts";
import { encodeJpeg, luma } from "../images/sharp.ts";
import type { Level } from "../levels.ts";
import { type Raster, withRaster } from "../raster/raster.ts";

/** Pixels of a page, gray or RGB. */
export interface PagePixels extends Pixels {
  channels: 1 | 3;
}

/** A picture of a layer, packed. */
interface Packed {
  jpeg: Buffer;
  width: number;
  height: number;
}

/** A page of text as three layers: the paper, the shapes of the ink, and its colour. */
export interface Split {
  background: Packed;
  /** The ink's shapes as JBIG2, at the page's full resolution. */
  mask: Buffer;
  /** One colour for all ink, from 0 to 255 a channel, or a picture of its colours. */
  ink: number[] | Packed;
  size: number;
}

/** Cells in which paper and ink are told apart are this many inches wide. */
const CELL = 1 / 30;
const SMALLEST_CELL = 8;
/** Ink whose colour varies less has one colour; one whose channels differ less is gray. */
const EVEN = 350;
const GRAY = 12;
/** What the dictionaries of the layers take. */
const OVERHEAD = 560;
const JUDGED_DPI = 100;
/** Full cover by ink. */
const FULL = 255;
/** The variance of the ink's colours, and the mean of three channels. */
const EVENNESS = 4 * Float64Array.BYTES_PER_ELEMENT;

const colourOf = (mean: number[]): number[] => {
  const spread = Math.max(...mean) - Math.min(...mean);
  return mean.length === 3 && spread < GRAY ? [(mean[0]! + mean[1]! + mean[2]!) / 3] : mean;
};

const lumaOfColour = ([red, green = red, blue = red]: number[]): number =>
  0.299 * red! + 0.587 * green! + 0.114 * blue!;

/** Sizes of pages are rounded: 149.9 dpi are 150. */
const NEARLY = 0.01;

/** How many pixels of a page of `dpi` make one of `coarser` dpi, about. */
const factorFor = (dpi: number, coarser: number): number => Math.max(1, Math.round(dpi / coarser + NEARLY));

/** A layer that takes fewer bytes gains nothing by mozjpeg's search, which takes three times as long. */
const SMOOTH = 8192;

const pack = async (layer: Pixels, quality: number): Promise<Packed> => {
  const quick = await encodeJpeg(layer, quality, false);
  const jpeg = quick.length < SMOOTH ? quick : await encodeJpeg(layer, quality, true);
  return { jpeg, width: layer.width, height: layer.height };
};

/** The size of a page in cells of so many pixels. */
const sizeIn = ({ width, height, channels }: PagePixels, factor: number) => {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  return { width: columns, height: rows, channels, length: columns * rows * channels };
};

const splitIn = async (
  { kernels, put, get }: Raster,
  pixels: PagePixels,
  dpi: number,
  level: NonNullable<Level["split"]>,
): Promise<Split | undefined> => {
  const { data, width, height, channels } = pixels;
  const page = put(data);
  const plane = channels === 1 ? page : kernels.take(width * height);
  if (channels === 3) kernels.luma(page, width * height, plane);
  const bits = kernels.take(width * height);
  const cell = Math.max(SMALLEST_CELL, Math.round(dpi * CELL));
  if (kernels.find_ink(plane, width, height, cell, bits) === 0) return undefined;

  const factor = factorFor(dpi, level.backgroundDpi);
  const paper = sizeIn(pixels, factor);
  const paperAt = kernels.take(paper.length);
  kernels.paper(page, width, height, channels, bits, factor, paperAt);
  // Packed in another thread, while the rest is worked on here.
  const packing = pack({ ...paper, data: get(paperAt, paper.length) }, level.jpeg);
  packing.catch(() => undefined);

  const inkFactor = factorFor(dpi, Math.max(10, level.backgroundDpi / 4));
  const core = sizeIn(pixels, inkFactor);
  const [coreAt, evenness] = [kernels.take(core.length), kernels.take(EVENNESS)];
  kernels.colour(page, width, height, channels, bits, inkFactor, coreAt, evenness);
  const [variance, ...mean] = new Float64Array(kernels.memory.buffer, evenness, 1 + channels);
  const even = variance! < EVEN;
  const packingInk = even ? undefined : pack({ ...core, data: get(coreAt, core.length) }, level.jpeg);
  packingInk?.catch(() => undefined);

  const judged = factorFor(dpi, JUDGED_DPI);
  const [columns, rows] = [Math.floor(width / judged), Math.floor(height / judged)];
  const count = columns * rows;
  const [before, cover, after] = [kernels.take(count), kernels.take(count), kernels.take(count)];
  kernels.shrink(plane, width, columns, rows, judged, 1, before);
  kernels.shrink(bits, width, columns, rows, judged, FULL, cover);
  const mask = jbig2Of({ kernels, put, get }, bits, width, height);

  const ink = packingInk ? await packingInk : colourOf(mean);
  const background = await packing;
  const seen = put(await luma(background.jpeg, columns, rows));
  const above = Array.isArray(ink) ? 0 : put(await luma(ink.jpeg, columns, rows));
  kernels.overlay(seen, cover, count, above, Array.isArray(ink) ? Math.round(lumaOfColour(ink)) : 0, after);
  if (kernels.similarity(before, after, columns, rows) < level.similarity) return undefined;
  const size = background.jpeg.length + mask.length + OVERHEAD + (Array.isArray(ink) ? 0 : ink.jpeg.length);
  return { background, mask, ink, size };
};

/**
 * Splits a scanned page of text; undefined for anything else, and where the layers would not look like the page: their
 * similarity is measured before they are accepted.
 */
export const splitPage = (
  pixels: PagePixels,
  dpi: number,
  level: NonNullable<Level["split"]>,
): Promise<Split | undefined> => withRaster((raster) => splitIn(raster, pixels, dpi, level));
