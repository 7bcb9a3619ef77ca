import { encodeJbig2From } from "../../../pictures/jbig2.ts";
import type { Pixels } from "../../../pictures/pixels.ts";
import { type Pointer, type Raster, withRaster } from "../../../pictures/raster/raster.ts";
import { decodeJpeg, encodeJpeg, luma } from "../../../pictures/sharp.ts";
import type { CompressionLevel } from "../levels.ts";

/** The settings of a quality for layers. */
type SplitLevel = NonNullable<CompressionLevel["split"]>;

interface PagePixels extends Pixels {
  channels: 1 | 3;
}

export interface EncodedLayer {
  jpeg: Buffer;
  width: number;
  height: number;
}

/** A page of text as mixed raster content: the paper, the shapes of the ink, and its colour. */
export interface PageLayers {
  background: EncodedLayer;
  /** The ink's shapes as JBIG2, at the page's resolution. */
  mask: Buffer;
  /** One colour for all ink, 0 to 255 per channel, or a picture of its colours. */
  ink: number[] | EncodedLayer;
  size: number;
}

/** Width of the cells in which paper and ink are separated by a threshold. */
const CELL_INCHES = 1 / 30;
const CELL_MIN_PX = 8;
/** Ink with a smaller variance has one colour; a colour whose channels differ less is gray. */
const UNIFORM_INK_VARIANCE = 350;
const GRAY_INK_SPREAD = 12;
/** Size of the layers' dictionaries. */
const DICTIONARIES_BYTES = 560;
const COMPARED_DPI = 100;
/** Width of the tiles in which colours are compared at the page's own resolution. */
const TILE_INCHES = 1 / 10;
const TILE_MIN_PX = 8;
/**
 * The allowed share of a tile whose colour the layers miss. Scanned text misses up to 0.14 of a tile, a logo or a
 * drawing in several colours 0.57 and more.
 */
const MISSED_LIMIT = 0.25;
/** The value of a pixel that ink covers fully. */
const FULL_COVER = 255;
/** The variance of the ink's colours, and the mean of three channels. */
const INK_STATISTICS_BYTES = 4 * Float64Array.BYTES_PER_ELEMENT;

const colourOf = (mean: number[]): number[] => {
  const spread = Math.max(...mean) - Math.min(...mean);
  const [red = 0, green = 0, blue = 0] = mean;
  return mean.length === 3 && spread < GRAY_INK_SPREAD ? [(red + green + blue) / 3] : mean;
};

const lumaOfColour = ([red = 0, green = red, blue = red]: number[]): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/** Page sizes are rounded: 149.9 dpi count as 150. */
const FACTOR_ROUNDING = 0.01;

/** The whole factor by which a page of `dpi` is scaled down to about `coarser` dpi. */
const factorFor = (dpi: number, coarser: number): number => Math.max(1, Math.round(dpi / coarser + FACTOR_ROUNDING));

/** Smaller layers gain nothing from mozjpeg's optimisation, which takes three times as long. */
const OPTIMISED_JPEG_MIN_BYTES = 8192;

const encodeLayer = async (layer: Pixels, quality: number): Promise<EncodedLayer> => {
  const quick = await encodeJpeg(layer, quality, false);
  const jpeg = quick.length < OPTIMISED_JPEG_MIN_BYTES ? quick : await encodeJpeg(layer, quality, true);
  return { jpeg, width: layer.width, height: layer.height };
};

/** The size of a page that is scaled down by a factor; `length` in bytes. */
const scaledSize = ({ width, height, channels }: PagePixels, factor: number) => {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  return { width: columns, height: rows, channels, length: columns * rows * channels };
};

interface PageInMemory {
  readonly raster: Raster;
  readonly size: PagePixels;
  readonly dpi: number;
  readonly level: SplitLevel;
  readonly pixels: Pointer;
  readonly plane: Pointer;
  /** The ink: a byte per pixel, 1 for ink. */
  readonly ink: Pointer;
}

/** Copies a page into the kernels' memory and finds its ink; undefined for a page without ink. */
const loadPage = (raster: Raster, size: PagePixels, dpi: number, level: SplitLevel): PageInMemory | undefined => {
  const { kernels } = raster;
  const { data, width, height, channels } = size;
  const pixels = raster.copyIn(data);
  const plane = channels === 1 ? pixels : kernels.take(width * height);
  if (channels === 3) kernels.luma(pixels, width * height, plane);
  const ink = kernels.take(width * height);
  const cell = Math.max(CELL_MIN_PX, Math.round(dpi * CELL_INCHES));
  if (kernels.find_ink(plane, width, height, cell, ink) === 0) return undefined;
  return { raster, size, dpi, level, pixels, plane, ink };
};

/** Encodes the paper; the pixels under ink are filled in. */
const encodePaper = ({ raster, size, dpi, level, pixels, ink }: PageInMemory): Promise<EncodedLayer> => {
  const factor = factorFor(dpi, level.backgroundDpi);
  const paper = scaledSize(size, factor);
  const at = raster.kernels.take(paper.length);
  raster.kernels.paper(pixels, size.width, size.height, size.channels, ink, factor, at);
  return encodeLayer({ ...paper, data: raster.copyOut(at, paper.length) }, level.jpeg);
};

const inkDpi = ({ backgroundDpi }: SplitLevel): number => Math.max(10, backgroundDpi / 4);

/** The ink's colour, or a picture of its colours. */
const inkColour = async (page: PageInMemory): Promise<number[] | EncodedLayer> => {
  const { raster, size, dpi, level, pixels, ink } = page;
  const { kernels } = raster;
  const factor = factorFor(dpi, inkDpi(level));
  const colours = scaledSize(size, factor);
  const [at, statistics] = [kernels.take(colours.length), kernels.take(INK_STATISTICS_BYTES)];
  kernels.colour(pixels, size.width, size.height, size.channels, ink, factor, at, statistics);
  const [variance = 0, ...mean] = new Float64Array(kernels.memory.buffer, statistics, 1 + size.channels);
  if (variance < UNIFORM_INK_VARIANCE) return colourOf(mean);
  return encodeLayer({ ...colours, data: raster.copyOut(at, colours.length) }, level.jpeg);
};

/** The page that the layers are compared with, at about 100 dpi, in the kernels' memory. */
interface Comparison {
  readonly columns: number;
  readonly rows: number;
  readonly before: Pointer;
  /** How much of each pixel ink covers. */
  readonly cover: Pointer;
  /** Room for the luma of the layers. */
  readonly after: Pointer;
}

const comparisonFor = ({ raster: { kernels }, size: { width, height }, dpi, plane, ink }: PageInMemory): Comparison => {
  const factor = factorFor(dpi, COMPARED_DPI);
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const count = columns * rows;
  const [before, cover, after] = [kernels.take(count), kernels.take(count), kernels.take(count)];
  kernels.shrink(plane, width, columns, rows, factor, 1, before);
  kernels.shrink(ink, width, columns, rows, factor, FULL_COVER, cover);
  return { columns, rows, before, cover, after };
};

const similarityOf = async (
  { kernels, copyIn }: Raster,
  { columns, rows, before, cover, after }: Comparison,
  background: EncodedLayer,
  ink: number[] | EncodedLayer,
): Promise<number> => {
  const paper = copyIn(await luma(background.jpeg, columns, rows));
  const inkPlane = Array.isArray(ink) ? 0 : copyIn(await luma(ink.jpeg, columns, rows));
  const inkLuma = Array.isArray(ink) ? Math.round(lumaOfColour(ink)) : 0;
  kernels.overlay(paper, cover, columns * rows, inkPlane, inkLuma, after);
  return kernels.similarity(before, after, columns, rows);
};

/** A layer as the kernels read it: the address of its colours, its width, and the page's pixels per colour. */
const layerCells = async (
  { raster, size, dpi }: PageInMemory,
  layer: number[] | EncodedLayer,
  coarser: number,
): Promise<[colours: Pointer, width: number, factor: number]> => {
  if (Array.isArray(layer)) {
    const colour = Array.from({ length: size.channels }, (_, channel) => Math.round(layer[channel] ?? layer[0] ?? 0));
    return [raster.copyIn(new Uint8Array(colour)), 1, size.width + size.height];
  }
  const { data } = await decodeJpeg(layer.jpeg, size.channels);
  return [raster.copyIn(data), layer.width, factorFor(dpi, coarser)];
};

/** The largest share of pixels in a tile of the page whose colour differs visibly from the layers. */
const missedShare = async (page: PageInMemory, background: EncodedLayer, ink: number[] | EncodedLayer) => {
  const { raster, size, dpi, level, pixels } = page;
  const layers = new Uint32Array([
    ...(await layerCells(page, background, level.backgroundDpi)),
    ...(await layerCells(page, ink, inkDpi(level))),
  ]);
  const at = raster.copyIn(new Uint8Array(layers.buffer));
  const tile = Math.max(TILE_MIN_PX, Math.round(dpi * TILE_INCHES));
  return raster.kernels.misses(pixels, size.width, size.height, size.channels, page.ink, at, tile);
};

const layersOf = async (page: PageInMemory): Promise<PageLayers | undefined> => {
  const { raster, size, level } = page;
  // The layers are encoded in other threads while this one continues.
  const [encodingPaper, encodingInk] = [encodePaper(page), inkColour(page)];
  for (const encoding of [encodingPaper, encodingInk]) encoding.catch(() => undefined);
  const comparison = comparisonFor(page);
  const mask = encodeJbig2From(raster, page.ink, size.width, size.height);
  const [ink, background] = [await encodingInk, await encodingPaper];
  if ((await similarityOf(raster, comparison, background, ink)) < level.similarity) return undefined;
  if ((await missedShare(page, background, ink)) > MISSED_LIMIT) return undefined;
  const inkBytes = Array.isArray(ink) ? 0 : ink.jpeg.length;
  return { background, mask, ink, size: background.jpeg.length + mask.length + DICTIONARIES_BYTES + inkBytes };
};

/**
 * Splits a scanned page of text into layers; undefined for another picture, and if the layers are not similar enough to
 * the page.
 */
export const splitPage = (pixels: PagePixels, dpi: number, level: SplitLevel): Promise<PageLayers | undefined> =>
  withRaster((raster) => {
    const page = loadPage(raster, pixels, dpi, level);
    return page && layersOf(page);
  });
