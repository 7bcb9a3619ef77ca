import { undoPngFilters } from "../../pictures/png.ts";
import { PNG_KINDS, type PngFile } from "../../pictures/png-file.ts";
import { deinterlaced } from "../../pictures/png-interlace.ts";
import { pngRows } from "../../pictures/png-rows.ts";
import { makeDict, Name, type Ref, type Value } from "../objects.ts";
import { type ColourSpaces, deflated, imageObject, pngParms } from "./image-object.ts";
import { splitRows } from "./png-opacity.ts";

const OPAQUE = 255;

/** The white point and the matrix of primaries of CalRGB (ISO 32000-2, 8.6.5.3), for white of luminance 1. */
const primariesOf = (chromaticities: readonly number[]): { WhitePoint: number[]; Matrix: number[] } | undefined => {
  const [wx = 0, wy = 0, rx = 0, ry = 0, gx = 0, gy = 0, bx = 0, by = 0] = chromaticities;
  const z = wy * ((gx - bx) * ry - (rx - bx) * gy + (rx - gx) * by);
  const [red, green, blue] = [[rx, ry] as const, [gx, gy] as const, [bx, by] as const];
  const share = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], y: number) =>
    (y / z) * ((x1 - x2) * wy - (wx - x2) * y1 + (wx - x1) * y2);
  const column = ([x, y]: readonly [number, number], luminance: number) => [
    (luminance * x) / y,
    luminance,
    luminance * ((1 - x) / y - 1),
  ];
  const matrix = [
    ...column(red, share(green, blue, ry)),
    ...column(green, -share(red, blue, gy)),
    ...column(blue, share(red, green, by)),
  ];
  if (!matrix.every((number) => Number.isFinite(number) && number >= 0)) return undefined;
  return { WhitePoint: [wx / wy, 1, (1 - wx) / wy - 1], Matrix: matrix };
};

const D65 = [0.9505, 1, 1.089];
/** The primaries of sRGB: what a picture has that states only its exponent. */
const SRGB_CHROMATICITIES = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

/** The colour space of the samples, or of the palette. */
const baseSpace = async (png: PngFile, spaces: ColourSpaces): Promise<Value> => {
  const isGrey = png.kind === PNG_KINDS.grey || png.kind === PNG_KINDS.greyAlpha;
  const { gamma, profile, chromaticities = SRGB_CHROMATICITIES } = png;
  if (gamma === undefined || profile !== undefined) return spaces.of(isGrey ? 1 : 3, profile);
  if (isGrey) return [new Name("CalGray"), makeDict({ WhitePoint: D65, Gamma: gamma })];
  const primaries = primariesOf(chromaticities);
  if (primaries === undefined) return spaces.of(3, undefined);
  return [new Name("CalRGB"), makeDict({ ...primaries, Gamma: [gamma, gamma, gamma] })];
};

const spaceOf = async (png: PngFile, spaces: ColourSpaces): Promise<Value> => {
  const base = await baseSpace(png, spaces);
  const { palette, depth } = png;
  if (palette === undefined) return base;
  const colours = Math.min(Math.floor(palette.length / 3), 2 ** depth);
  return [new Name("Indexed"), base, colours - 1, new Uint8Array(palette.subarray(0, 3 * colours))];
};

/** The opacities of the pixels of a picture with a palette, of which `rows` have the numbers, without filters. */
const paletteOpacity = (rows: Buffer, { width, height, depth }: PngFile, opacities: Buffer): Buffer => {
  const out = Buffer.alloc(width * height, OPAQUE);
  const row = Math.ceil((width * depth) / 8);
  const mask = (1 << depth) - 1;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to++) {
      const bit = x * depth;
      const index = (rows[y * row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & mask;
      if (index < opacities.length) out[to] = opacities[index]!;
    }
  }
  return out;
};

/** A picture of opacities, for the entry SMask. */
const opacityObject = async (png: PngFile, opacity: Buffer): Promise<Ref> =>
  imageObject({ ...png, depth: 8, space: new Name("DeviceGray") }, "FlateDecode", await deflated(opacity));

/** The transparent colour as the entry Mask (ISO 32000-2, 8.9.6.4). */
const colourMask = ({ transparency, channels }: PngFile): number[] | undefined => {
  if (transparency === undefined || transparency.length < 2 * channels) return undefined;
  return Array.from({ length: channels }, (_, at) => transparency.readUInt16BE(2 * at)).flatMap((value) => [
    value,
    value,
  ]);
};

/** The pixels as they are stored, with filters; all of them are unpacked once to know that none is missing. */
const storedData = async (
  png: PngFile,
  needsRows: boolean,
): Promise<{ readonly data: Buffer; readonly rows: Buffer | undefined }> => {
  const { data, width, height, depth, channels } = png;
  const row = Math.ceil((width * depth * channels) / 8);
  const kept: Buffer[] = [];
  for await (const rows of pngRows(data, row + 1, height)) if (needsRows) kept.push(rows);
  const rows = needsRows ? undoPngFilters(Buffer.concat(kept), row, 1) : undefined;
  return { data, rows };
};

/** A PNG as an image, in which its compressed pixels are as they were unless they are interlaced or have opacity. */
export const pngObject = async (png: PngFile, spaces: ColourSpaces): Promise<Ref> => {
  const { width, depth, channels, palette, transparency } = png;
  const space = await spaceOf(png, spaces);
  const hasOpacity = png.kind === PNG_KINDS.greyAlpha || png.kind === PNG_KINDS.rgbAlpha;
  if (hasOpacity) {
    const { colours, opacity } = await splitRows(png);
    const parms = pngParms(channels - 1, depth, width);
    const mask =
      opacity &&
      imageObject({ ...png, space: new Name("DeviceGray") }, "FlateDecode", opacity, {
        DecodeParms: pngParms(1, depth, width),
      });
    return imageObject({ ...png, space }, "FlateDecode", colours, { DecodeParms: parms, SMask: mask });
  }
  const needsRows = palette !== undefined && transparency !== undefined;
  const stored = png.isInterlaced ? { data: undefined, rows: deinterlaced(png) } : await storedData(png, needsRows);
  const mask =
    needsRows && stored.rows !== undefined
      ? await opacityObject(png, paletteOpacity(stored.rows, png, transparency))
      : undefined;
  const data = stored.data === undefined ? await deflated(stored.rows) : stored.data;
  return imageObject({ ...png, space }, "FlateDecode", data, {
    DecodeParms: stored.data && pngParms(channels, depth, width),
    SMask: mask,
    Mask: palette === undefined ? colourMask(png) : undefined,
  });
};
