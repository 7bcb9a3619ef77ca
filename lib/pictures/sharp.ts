import type { JpegOptions, PngOptions, Sharp } from "sharp";
import sharp from "./one-thread-sharp.ts";
import type { Pixels, Size } from "./pixels.ts";

const INPUT_OPTIONS = { failOn: "none", limitInputPixels: 268_402_689 } as const;

const spaceOf = (channels: number): string => (channels === 1 ? "b-w" : channels === 4 ? "cmyk" : "srgb");

const pipeline = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).toColourspace(spaceOf(channels));

/** The pixels of a pipeline's output, with this number of channels. */
const pixelsFrom = async (from: Sharp, channels: 1 | 3): Promise<Pixels> => {
  const { data, info } = await from.toColourspace(spaceOf(channels)).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (info.channels === channels) return { data, width, height, channels };
  const out = Buffer.alloc(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < channels; channel++) {
      out[pixel * channels + channel] = data[pixel * info.channels + Math.min(channel, info.channels - 1)]!;
    }
  }
  return { data: out, width, height, channels };
};

/** Removes profiles and camera data, which would change the decoded colours; in a PDF its own colour space counts. */
const withoutMetadata = (jpeg: Buffer): Buffer => {
  const pieces = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 < jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg.readUInt8(at + 1);
    if (marker === 0xda || marker === 0xd9) break;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = 2 + jpeg.readUInt16BE(at + 2);
    if (![0xe1, 0xe2, 0xed, 0xfe].includes(marker)) pieces.push(jpeg.subarray(at, at + length));
    at += length;
  }
  return Buffer.concat([...pieces, jpeg.subarray(at)]);
};

/** Width, height and channels in a JPEG's header. */
export const jpegSize = async (jpeg: Buffer): Promise<{ width: number; height: number; channels: number }> => {
  const { width, height, channels } = await sharp(withoutMetadata(jpeg), INPUT_OPTIONS).metadata();
  return { width, height, channels };
};

const resizedTo = (source: Sharp, size: Size | undefined): Sharp =>
  size === undefined ? source : source.resize({ ...size, fit: "fill", kernel: "lanczos3" });

/** Decodes a gray or RGB JPEG, to `size` if it is given. */
export const decodeJpeg = (jpeg: Buffer, channels: 1 | 3, size?: Size): Promise<Pixels> => {
  return pixelsFrom(resizedTo(sharp(withoutMetadata(jpeg), INPUT_OPTIONS), size), channels);
};

/** Whether a JPEG has the marker of Adobe programs, which store CMYK inverted; the decoder inverts it back. */
const hasAdobeMarker = (jpeg: Buffer): boolean => jpeg.subarray(0, 4096).includes("Adobe");

/** Decodes a CMYK JPEG to the values as stored, at `size` if it is given. */
export const decodeCmyk = async (jpeg: Buffer, size: Size | undefined): Promise<Pixels> => {
  const decoded = sharp(withoutMetadata(jpeg), INPUT_OPTIONS).pipelineColourspace("cmyk");
  const { data, info } = await resizedTo(decoded, size)
    .toColourspace("cmyk")
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error("The JPEG does not have four channels.");
  if (hasAdobeMarker(jpeg)) for (let at = 0; at < data.length; at++) data[at]! ^= 255;
  return { data, width: info.width, height: info.height, channels: 4 };
};

export const resize = (pixels: Pixels, size: Size): Promise<Pixels> =>
  pixelsFrom(resizedTo(pipeline(pixels), size), pixels.channels === 1 ? 1 : 3);

/** The luma of pixels or of a JPEG, at a size. */
export const luma = async (from: Pixels | Buffer, width: number, height: number): Promise<Buffer> => {
  const source = Buffer.isBuffer(from) ? sharp(from, INPUT_OPTIONS) : pipeline(from);
  return (await pixelsFrom(source.resize({ width, height, fit: "fill", kernel: "linear" }), 1)).data;
};

/** From this quality on, each pixel has its own chroma. */
const FULL_CHROMA_QUALITY = 85;

/**
 * Encodes pixels as JPEG, with all of mozjpeg's optimisations if `best`. Below a good quality, four pixels share their chroma,
 * unless `keepsChroma`.
 */
export const encodeJpeg = (pixels: Pixels, quality: number, best: boolean, keepsChroma = false): Promise<Buffer> => {
  const chromaSubsampling = keepsChroma || quality >= FULL_CHROMA_QUALITY ? "4:4:4" : "4:2:0";
  const options: JpegOptions = { quality, quantisationTable: 3, chromaSubsampling };
  const slow: JpegOptions = {
    trellisQuantisation: true,
    overshootDeringing: true,
    optimiseCoding: true,
    progressive: true,
  };
  return pipeline(pixels)
    .jpeg(best ? { ...options, ...slow } : options)
    .toBuffer();
};

export const encodePng = (pixels: Pixels, options: PngOptions): Promise<Buffer> =>
  pipeline(pixels)
    .png({ compressionLevel: 9, ...options })
    .toBuffer();
