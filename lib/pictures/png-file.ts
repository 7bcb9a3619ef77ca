import { inflateSync } from "../zlib.ts";
import { profileFor } from "./icc-profile.ts";
import { damagedPicture } from "./picture-fault.ts";
import { readPngChunks } from "./png-chunks.ts";
import { INCH_METRES, type Resolution, resolutionOf } from "./resolution.ts";
import { exifOrientation } from "./tiff-directory.ts";

/** The colour types (PNG specification, 11.2.1). */
export const PNG_KINDS = { grey: 0, rgb: 2, palette: 3, greyAlpha: 4, rgbAlpha: 6 } as const;

const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  [PNG_KINDS.grey]: [1, 2, 4, 8, 16],
  [PNG_KINDS.rgb]: [8, 16],
  [PNG_KINDS.palette]: [1, 2, 4, 8],
  [PNG_KINDS.greyAlpha]: [8, 16],
  [PNG_KINDS.rgbAlpha]: [8, 16],
};
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The white point and the primaries, as x and y each (PNG specification, 11.3.2.1). */
type Chromaticities = readonly number[];

/** A PNG whose pixels are not unpacked. */
export interface PngFile {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly kind: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
  /** The compressed pixels. */
  readonly data: Buffer;
  readonly palette: Buffer | undefined;
  /** The opacities of the palette, or the colour that is transparent. */
  readonly transparency: Buffer | undefined;
  readonly profile: Buffer | undefined;
  /** The exponent of its samples, if it is neither that of a profile nor about that of sRGB. */
  readonly gamma: number | undefined;
  readonly chromaticities: Chromaticities | undefined;
  readonly orientation: number;
  readonly resolution: Resolution | undefined;
  /** Whether it is the first picture of an animation. */
  readonly isAnimated: boolean;
}

const METRE_UNIT = 1;
/** The exponent of sRGB, in hundred thousandths. */
const SRGB_GAMMA = 45_455;
const GAMMA_TOLERANCE = 2500;
const PROFILE_LIMIT_BYTES = 4_194_304;

const resolutionIn = (data: Buffer | undefined): Resolution | undefined =>
  data?.length === 9 && data[8] === METRE_UNIT
    ? resolutionOf(data.readUInt32BE(0), data.readUInt32BE(4), 1 / INCH_METRES)
    : undefined;

/** The profile in a chunk: a name, the number of the compression, the compressed profile. A damaged one is none. */
const profileIn = (data: Buffer | undefined, components: number): Buffer | undefined => {
  const name = data?.indexOf(0) ?? -1;
  if (data === undefined || name < 0) return undefined;
  try {
    return profileFor(components, inflateSync(data.subarray(name + 2), { maxOutputLength: PROFILE_LIMIT_BYTES }));
  } catch {
    return undefined;
  }
};

const gammaIn = (data: Buffer | undefined): number | undefined => {
  const value = data?.length === 4 ? data.readUInt32BE(0) : 0;
  if (value === 0 || Math.abs(value - SRGB_GAMMA) <= GAMMA_TOLERANCE) return undefined;
  return 100_000 / value;
};

const chromaticitiesIn = (data: Buffer | undefined): Chromaticities | undefined => {
  if (data?.length !== 32) return undefined;
  const numbers = Array.from({ length: 8 }, (_, at) => data.readUInt32BE(4 * at) / 100_000);
  return numbers.every((number) => number > 0 && number < 1) ? numbers : undefined;
};

/** Reads the chunks of a PNG. Throws a PictureFault if they are damaged. */
export const readPngFile = (png: Buffer): PngFile => {
  const { chunks, data } = readPngChunks(png);
  const header = chunks.get("IHDR");
  if (header?.length !== 13) throw damagedPicture("its head is incomplete");
  const [depth, kind, interlaced] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  const channels = CHANNELS[kind];
  if (channels === undefined || DEPTHS[kind]?.includes(depth) !== true || interlaced > 1)
    throw damagedPicture("its head is wrong");
  const palette = chunks.get("PLTE");
  if (kind === PNG_KINDS.palette && (palette === undefined || palette.length < 3 || palette.length > 768))
    throw damagedPicture("it has no palette");
  if (data.length === 0) throw damagedPicture("it ends too early");
  const isSrgb = chunks.has("sRGB") || chunks.has("iCCP");
  const exif = chunks.get("eXIf");
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    ...{ depth, kind, channels, data },
    isInterlaced: interlaced === 1,
    palette: kind === PNG_KINDS.palette ? palette : undefined,
    transparency: chunks.get("tRNS"),
    profile: profileIn(chunks.get("iCCP"), kind === PNG_KINDS.grey || kind === PNG_KINDS.greyAlpha ? 1 : 3),
    gamma: isSrgb ? undefined : gammaIn(chunks.get("gAMA")),
    chromaticities: isSrgb ? undefined : chromaticitiesIn(chunks.get("cHRM")),
    orientation: (exif && exifOrientation(exif)?.orientation) ?? 1,
    resolution: resolutionIn(chunks.get("pHYs")),
    isAnimated: chunks.has("acTL"),
  };
};
