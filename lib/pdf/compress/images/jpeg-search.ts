import type { Pixels } from "../../../pictures/pixels.ts";
import { encodeJpeg, luma } from "../../../pictures/sharp.ts";
import { similarity } from "../../../pictures/ssim.ts";
import type { CompressionLevel } from "../levels.ts";

/** Of larger pictures only an excerpt is compared. */
const EXCERPT_MIN_PIXELS = 1_000_000;
const TILE_SIDE_PX = 320;
const TILES_PER_SIDE = 3;
const SEARCH_STEPS = 3;
/** For smaller pictures the search costs more than it gains. */
const SEARCH_MIN_PIXELS = 20_000;

/** Nine tiles spread over a large picture, as one picture; a small picture unchanged. */
const takeExcerpt = (pixels: Pixels): Pixels => {
  const { data, width, height, channels } = pixels;
  if (
    width * height <= EXCERPT_MIN_PIXELS ||
    width < TILE_SIDE_PX * TILES_PER_SIDE ||
    height < TILE_SIDE_PX * TILES_PER_SIDE
  )
    return pixels;
  const side = TILE_SIDE_PX * TILES_PER_SIDE;
  const out = Buffer.allocUnsafe(side * side * channels);
  for (let y = 0; y < side; y++) {
    const row = Math.floor(y / TILE_SIDE_PX);
    const from = Math.floor((row * (height - TILE_SIDE_PX)) / (TILES_PER_SIDE - 1)) + (y % TILE_SIDE_PX);
    for (let column = 0; column < TILES_PER_SIDE; column++) {
      const left = Math.floor((column * (width - TILE_SIDE_PX)) / (TILES_PER_SIDE - 1));
      const start = (from * width + left) * channels;
      data.copy(out, (y * side + column * TILE_SIDE_PX) * channels, start, start + TILE_SIDE_PX * channels);
    }
  }
  return { data: out, width: side, height: side, channels };
};

/** The lowest JPEG quality at which a picture of `dpi` has the level's similarity at 100 dpi, found in three steps. */
const qualityFor = async (pixels: Pixels, dpi: number, level: CompressionLevel): Promise<number> => {
  const sample = takeExcerpt(pixels);
  const scale = dpi > 0 ? Math.min(1, 100 / dpi) : 1;
  const width = Math.max(8, Math.round(sample.width * scale));
  const height = Math.max(8, Math.round(sample.height * scale));
  const before = await luma(sample, width, height);
  let { least, most } = level.jpeg;
  let quality = level.jpeg.first;
  let best = level.jpeg.most;
  const attempts = pixels.width * pixels.height < SEARCH_MIN_PIXELS ? 1 : SEARCH_STEPS;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const after = await luma(await encodeJpeg(sample, quality, false), width, height);
    const passes = (await similarity(before, after, width, height)) >= level.similarity;
    if (passes) best = most = quality;
    else least = quality;
    const next = Math.round((least + most) / 2);
    if (next === quality) break;
    quality = next;
  }
  return best;
};

/** Encodes a picture as JPEG, as small as the level's similarity allows. */
export const smallestJpeg = async (pixels: Pixels, dpi: number, level: CompressionLevel): Promise<Buffer> =>
  encodeJpeg(pixels, await qualityFor(pixels, dpi, level), true, level.jpeg.keepsChroma);

/** Sum of the luma quantisation table at quality 50 (ITU-T T.81, annex K). */
const QUALITY_50_LUMA_SUM = 3689;

/** The approximate quality of a JPEG, from its first quantisation table; undefined if it has none. */
export const packedQuality = (jpeg: Buffer): number | undefined => {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
  if (at < 0 || at + 69 > jpeg.length) return undefined;
  const wide = jpeg.readUInt8(at + 4) >> 4 > 0;
  let sum = 0;
  for (let entry = 0; entry < 64; entry++) {
    sum += wide ? jpeg.readUInt16BE(at + 5 + 2 * entry) : jpeg.readUInt8(at + 5 + entry);
  }
  const percent = (100 * sum) / QUALITY_50_LUMA_SUM;
  return percent <= 100 ? 100 - percent / 2 : 5000 / percent;
};
