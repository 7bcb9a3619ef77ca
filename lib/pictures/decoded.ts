import type { Metadata, Sharp } from "sharp";
import type { BmpPixels } from "./bmp.ts";
import type { GifFrame } from "./gif-frame.ts";
import sharp from "./one-thread-sharp.ts";
import { assertPixels, damagedPicture, PIXELS_LIMIT, PictureFault, unsupported } from "./picture-fault.ts";
import type { Size } from "./pixels.ts";
import { type PngFile, readPngFile } from "./png-file.ts";

/** The spaces in which PNG holds what a decoder returns, by the space and the type of the samples. */
const PNG_SPACES: Readonly<Record<string, string>> = {
  "b-w uchar": "b-w",
  "srgb uchar": "srgb",
  "grey16 ushort": "grey16",
  "rgb16 ushort": "rgb16",
};
const COMPRESSION = { compressionLevel: 6, adaptiveFiltering: true } as const;

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, {
    failOn: "error",
    limitInputPixels: PIXELS_LIMIT,
    ignoreIcc: true,
  });

/** The decoder's errors quote what it has read, so that their words stay inside. */
const decoding = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    const { message } = error as Error;
    if (/exceeds pixel limit/i.test(message)) throw new PictureFault("too-large", "it has too many pixels");
    if (/not supported|not configured|unsupported|whole number of bytes|samples out of range/i.test(message))
      throw unsupported("it is coded in a way that is not read");
    throw damagedPicture("it cannot be decoded", error);
  }
};

/** The head of a picture. Throws a PictureFault for a damaged one, and for one with too many pixels. */
export const decodedHead = async (source: Buffer): Promise<Metadata> => {
  const head = await decoding(open(source).metadata());
  const sampleBytes = head.depth === "uchar" ? 1 : 2;
  assertPixels(head.width, head.height, head.channels * sampleBytes);
  return head;
};

/** How a picture differs from what its decoder makes of it. */
interface Correction {
  /** Without one, what seems to be an opacity is left out. */
  readonly hasOpacity?: boolean;
  /** The area outside of which nothing is drawn. */
  readonly frame?: GifFrame;
}

const corrected = (decoded: Sharp, canvas: Size, { hasOpacity = true, frame }: Correction): Sharp => {
  if (!hasOpacity) return decoded.removeAlpha();
  if (frame === undefined) return decoded;
  const { left, top } = frame;
  const width = Math.min(frame.width, canvas.width - left);
  const height = Math.min(frame.height, canvas.height - top);
  if ((width === canvas.width && height === canvas.height) || width <= 0 || height <= 0) return decoded;
  const around = { left, top, right: canvas.width - left - width, bottom: canvas.height - top - height };
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return decoded
    .ensureAlpha()
    .extract({ left, top, width, height })
    .extend({ ...around, background });
};

/** The pixels of a picture as a PNG, in which none is changed. Throws a PictureFault for one that cannot be decoded. */
export const decodedPng = async (
  source: Buffer,
  { space, depth, channels, width, height }: Metadata,
  correction: Correction = {},
): Promise<PngFile> => {
  const target = PNG_SPACES[`${space} ${depth}`];
  if (target === undefined || channels > 4) throw unsupported("it has pixels of a kind that PDF does not have");
  const pipeline = corrected(open(source), { width, height }, correction).toColourspace(target).png(COMPRESSION);
  return readPngFile(await decoding(pipeline.toBuffer()));
};

/** The pixels of a CMYK picture: the amounts of ink, of which the highest number is full. */
export const decodedCmyk = async (source: Buffer, depth: 8 | 16): Promise<Buffer> => {
  const pipeline = open(source).pipelineColourspace("cmyk").toColourspace("cmyk");
  if (depth === 8) return decoding(pipeline.raw().toBuffer());
  return (await decoding(pipeline.raw({ depth: "ushort" }).toBuffer())).swap16();
};

/** The pixels of a picture of three components of 8 bits. */
export const decodedRgb = (source: Buffer): Promise<Buffer> =>
  decoding(open(source).toColourspace("srgb").raw().toBuffer());

const DARK_BELOW = 128;

/** The pixels of a bilevel picture: 1 for black. */
export const decodedBits = async (source: Buffer): Promise<Buffer> => {
  const grey = await decoding(open(source).toColourspace("b-w").raw().toBuffer());
  for (let at = 0; at < grey.length; at++) grey[at] = grey[at]! < DARK_BELOW ? 1 : 0;
  return grey;
};

/** Pixels as a PNG, in which none is changed. */
export const pixelsAsPng = async ({ data, channels }: BmpPixels, { width, height }: Size): Promise<PngFile> =>
  readPngFile(
    await sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).png(COMPRESSION).toBuffer(),
  );

/** The part of each side that is decoded only to see whether all is there: what the decoder skips costs little. */
const CHECKED_SHARE = 8;
/** What the decoder says of JPEGs of which nothing is missing. */
const HARMLESS = /extraneous bytes|Unknown Adobe|unknown JFIF|Inconsistent progression|Invalid SOS parameters|bad ICC/i;

/** Throws a PictureFault for a JPEG whose data end before all its pixels are there, or are wrong. */
export const assertWholeJpeg = async (jpeg: Buffer, { width, height }: Size): Promise<void> => {
  const size = { width: Math.ceil(width / CHECKED_SHARE), height: Math.ceil(height / CHECKED_SHARE) };
  const source = sharp(jpeg, { failOn: "warning", limitInputPixels: PIXELS_LIMIT, ignoreIcc: true });
  try {
    await source
      .resize({ ...size, fit: "fill", kernel: "nearest" })
      .raw()
      .toBuffer();
  } catch (error) {
    if (!HARMLESS.test((error as Error).message)) throw damagedPicture("its pixels are wrong or incomplete", error);
  }
};
