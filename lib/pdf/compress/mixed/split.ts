import { encodeJbig2From } from "../bilevel/jbig2.ts";
import type { Pixels } from "../images/samples.ts";
import { encodeJpeg, luma } from "../images/sharp.ts";
import type { CompressionLevel } from "../levels.ts";
import { type Raster, withRaster } from "../raster/raster.ts";

/** Pixels of a page, gray or RGB. */
export interface PagePixels extends Pixels {
  channels: 1 | 3;
}

/** A picture of a layer, packed. */
interface EncodedLayer {
  jpeg: Buffer;
  width: number;
  height: number;
}

/** A page of text as three layers: the paper, the shapes of the ink, and its colour. */
export interface PageLayers {
  background: EncodedLayer;
  /** The ink's shapes as JBIG2, at the page's full resolution. */
  mask: Buffer;
  /** One colour for all ink, from 0 to 255 a channel, or a picture of its colours. */
  ink: number[] | EncodedLayer;
  size: number;
}

/** Cells in which paper and ink are told apart are this many inches wide. */
const CELL_INCHES = 1 / 30;
const CELL_MIN_PX = 8;
/** Ink whose colour varies less has one colour; one whose channels differ less is gray. */
const UNIFORM_INK_VARIANCE = 350;
const GRAY_INK_SPREAD = 12;
/** What the dictionaries of the layers take. */
const DICTIONARIES_BYTES = 560;
const COMPARED_DPI = 100;
/** Full cover by ink. */
const FULL_COVER = 255;
/** The variance of the ink's colours, and the mean of three channels. */
const INK_STATISTICS_BYTES = 4 * Float64Array.BYTES_PER_ELEMENT;

const colourOf = (mean: number[]): number[] => {
  const spread = Math.max(...mean) - Math.min(...mean);
  return mean.length === 3 && spread < GRAY_INK_SPREAD ? [(mean[0]! + mean[1]! + mean[2]!) / 3] : mean;
};

const lumaOfColour = ([red, green = red, blue = red]: number[]): number =>
  0.299 * red! + 0.587 * green! + 0.114 * blue!;

/** Sizes of pages are rounded: 149.9 dpi are 150. */
const FACTOR_ROUNDING = 0.01;

/** How many pixels of a page of `dpi` make one of `coarser` dpi, about. */
const factorFor = (dpi: number, coarser: number): number => Math.max(1, Math.round(dpi / coarser + FACTOR_ROUNDING));

/** A layer that takes fewer bytes gains nothing by mozjpeg's search, which takes three times as long. */
const OPTIMISED_JPEG_MIN_BYTES = 8192;

const encodeLayer = async (layer: Pixels, quality: number): Promise<EncodedLayer> => {
  const quick = await encodeJpeg(layer, quality, false);
  const jpeg = quick.length < OPTIMISED_JPEG_MIN_BYTES ? quick : await encodeJpeg(layer, quality, true);
  return { jpeg, width: layer.width, height: layer.height };
};

/** The size of a page in cells of so many pixels. */
const scaledSize = ({ width, height, channels }: PagePixels, factor: number) => {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  return { width: columns, height: rows, channels, length: columns * rows * channels };
};

const splitIn = async (
  { kernels, copyIn, copyOut }: Raster,
  pixels: PagePixels,
  dpi: number,
  level: NonNullable<CompressionLevel["split"]>,
): Promise<PageLayers | undefined> => {
  const { data, width, height, channels } = pixels;
  const page = copyIn(data);
  const plane = channels === 1 ? page : kernels.take(width * height);
  if (channels === 3) kernels.luma(page, width * height, plane);
  const bits = kernels.take(width * height);
  const cell = Math.max(CELL_MIN_PX, Math.round(dpi * CELL_INCHES));
  if (kernels.find_ink(plane, width, height, cell, bits) === 0) return undefined;

  const factor = factorFor(dpi, level.backgroundDpi);
  const paper = scaledSize(pixels, factor);
  const paperAt = kernels.take(paper.length);
  kernels.paper(page, width, height, channels, bits, factor, paperAt);
  // Packed in another thread, while the rest is worked on here.
  const packing = encodeLayer({ ...paper, data: copyOut(paperAt, paper.length) }, level.jpeg);
  packing.catch(() => undefined);

  const inkFactor = factorFor(dpi, Math.max(10, level.backgroundDpi / 4));
  const core = scaledSize(pixels, inkFactor);
  const [coreAt, evenness] = [kernels.take(core.length), kernels.take(INK_STATISTICS_BYTES)];
  kernels.colour(page, width, height, channels, bits, inkFactor, coreAt, evenness);
  const [variance, ...mean] = new Float64Array(kernels.memory.buffer, evenness, 1 + channels);
  const even = variance! < UNIFORM_INK_VARIANCE;
  const packingInk = even ? undefined : encodeLayer({ ...core, data: copyOut(coreAt, core.length) }, level.jpeg);
  packingInk?.catch(() => undefined);

  const judged = factorFor(dpi, COMPARED_DPI);
  const [columns, rows] = [Math.floor(width / judged), Math.floor(height / judged)];
  const count = columns * rows;
  const [before, cover, after] = [kernels.take(count), kernels.take(count), kernels.take(count)];
  kernels.shrink(plane, width, columns, rows, judged, 1, before);
  kernels.shrink(bits, width, columns, rows, judged, FULL_COVER, cover);
  const mask = encodeJbig2From({ kernels, copyIn, copyOut }, bits, width, height);

  const ink = packingInk ? await packingInk : colourOf(mean);
  const background = await packing;
  const seen = copyIn(await luma(background.jpeg, columns, rows));
  const above = Array.isArray(ink) ? 0 : copyIn(await luma(ink.jpeg, columns, rows));
  kernels.overlay(seen, cover, count, above, Array.isArray(ink) ? Math.round(lumaOfColour(ink)) : 0, after);
  if (kernels.similarity(before, after, columns, rows) < level.similarity) return undefined;
  const size = background.jpeg.length + mask.length + DICTIONARIES_BYTES + (Array.isArray(ink) ? 0 : ink.jpeg.length);
  return { background, mask, ink, size };
};

/**
 * Splits a scanned page of text; undefined for anything else, and where the layers would not look like the page: their
 * similarity is measured before they are accepted.
 */
export const splitPage = (
  pixels: PagePixels,
  dpi: number,
  level: NonNullable<CompressionLevel["split"]>,
): Promise<PageLayers | undefined> => withRaster((raster) => splitIn(raster, pixels, dpi, level));
