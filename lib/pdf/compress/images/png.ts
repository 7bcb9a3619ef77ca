import type { PngOptions } from "sharp";
import type { Pixels } from "../../../pictures/pixels.ts";
import { pngChunks } from "../../../pictures/png.ts";
import { encodePng } from "../../../pictures/sharp.ts";
import { type Dict, Name, type Value } from "../../objects.ts";

/** Image data with PNG prediction, and its properties. */
export interface PngData {
  data: Buffer;
  width: number;
  height: number;
  depth: number;
  /** 1 for gray and palettes, 3 for RGB. */
  channels: 1 | 3;
  palette: Buffer | undefined;
  /** Whether its source has one channel. */
  gray: boolean;
}

const GRAY = 0;
const RGB = 2;
const PALETTE = 3;

const parse = (png: Buffer, gray: boolean): PngData | undefined => {
  const chunks = [...pngChunks(png)];
  const header = chunks.find(({ type }) => type === "IHDR")?.data;
  const kind = header?.readUInt8(9);
  if (header === undefined || (kind !== GRAY && kind !== RGB && kind !== PALETTE)) return undefined;
  if (chunks.some(({ type }) => type === "tRNS")) return undefined;
  return {
    data: Buffer.concat(chunks.flatMap(({ type, data }) => (type === "IDAT" ? [data] : []))),
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    depth: header.readUInt8(8),
    channels: kind === RGB ? 3 : 1,
    palette: chunks.find(({ type }) => type === "PLTE")?.data,
    gray,
  };
};

/** Encodes pixels as PNG image data; undefined if that needs transparency. */
export const pngData = async (pixels: Pixels, options: PngOptions): Promise<PngData | undefined> =>
  parse(await encodePng(pixels, options), pixels.channels === 1);

/** The decode parameters of PNG prediction. */
export const pngParms = ({ width, depth, channels }: PngData): Dict =>
  new Map([
    ["Predictor", 15],
    ["Colors", channels],
    ["BitsPerComponent", depth],
    ["Columns", width],
  ]);

/**
 * The colour space of PNG data; `spaceOf` gives the base space for a number of channels. A palette of grays has one
 * channel.
 */
export const pngSpace = ({ palette, channels, gray }: PngData, spaceOf: (channels: 1 | 3) => Value): Value => {
  if (palette === undefined) return spaceOf(channels);
  const colours = gray ? palette.filter((_, at) => at % 3 === 0) : palette;
  return [new Name("Indexed"), spaceOf(gray ? 1 : 3), palette.length / 3 - 1, new Uint8Array(colours)];
};
