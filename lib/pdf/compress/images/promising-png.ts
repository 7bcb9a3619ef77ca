import type { PngOptions } from "sharp";
import type { Pixels } from "../../../pictures/pixels.ts";
import { pngData } from "./png.ts";

/** Smaller pictures are encoded in each way, without an estimate. */
const ESTIMATED_MIN_PIXELS = 50_000;
const BANDS = 8;
/** The rows of a band are at least as many, so that equal rows are found. */
const BAND_MIN_ROWS = 8;
/** The share of a picture's rows that a band has. */
const BAND_SHARE = 1 / 80;
/** What is estimated to be larger than something else by this factor is not smaller than it. */
const CERTAIN_FACTOR = 3;

/** Bands of rows that are spread over a picture, as one picture; undefined for a small picture. */
const bandsOf = ({ data, width, height, channels }: Pixels): Pixels | undefined => {
  const rows = Math.max(BAND_MIN_ROWS, Math.ceil(height * BAND_SHARE));
  if (width * height < ESTIMATED_MIN_PIXELS || height < 2 * BANDS * rows) return undefined;
  const row = width * channels;
  const bands = Array.from({ length: BANDS }, (_, band) => {
    const top = Math.round((band * (height - rows)) / (BANDS - 1));
    return data.subarray(top * row, (top + rows) * row);
  });
  return { data: Buffer.concat(bands), width, height: BANDS * rows, channels };
};

/** The estimated size of a picture as PNG, of which bands are encoded; 0 if it is unknown, because that needs transparency. */
const estimatedSize = async (bands: Pixels, height: number, way: PngOptions): Promise<number> => {
  const png = await pngData(bands, way);
  return png === undefined ? 0 : (png.data.length * height) / bands.height + (png.palette?.length ?? 0);
};

/**
 * The ways in which a picture can be smallest as PNG, and smaller than `limit` bytes. Of large pictures bands are encoded, because
 * to encode all of a photograph takes long, for many times the size of a JPEG.
 */
export const promisingPngs = async (
  pixels: Pixels,
  ways: readonly PngOptions[],
  limit: number,
): Promise<readonly PngOptions[]> => {
  const bands = bandsOf(pixels);
  if (bands === undefined) return ways;
  const sizes: number[] = [];
  for (const way of ways) sizes.push(await estimatedSize(bands, pixels.height, way));
  const most = CERTAIN_FACTOR * Math.min(limit, ...sizes.filter((size) => size > 0));
  return ways.filter((_, at) => sizes[at]! <= most);
};
