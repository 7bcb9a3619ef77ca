import { crc32 } from "node:zlib";
import sharp from "./one-thread-sharp.ts";
import type { PictureFormat } from "./picture-format.ts";
import type { Size } from "./pixels.ts";

/** Pixels of 8 bits per channel: gray, RGB, or RGB with opacity. */
interface ScreenPixels extends Size {
  readonly data: Uint8Array;
  readonly channels: 1 | 3 | 4;
}

/** How a picture is encoded. */
interface Encoding {
  readonly format: PictureFormat;
  /** The quality of JPEG and WebP, from 1 to 100. */
  readonly quality: number;
  /** The resolution that PNG states. */
  readonly dpi: number;
}

/** The compression of PNG, from 0 to 9: higher levels take much longer for less than a hundredth of the size. */
const PNG_COMPRESSION_LEVEL = 5;
/** The effort of WebP, from 0 to 6. */
const WEBP_EFFORT = 2;

/** Pixels that are compared with their left neighbours. */
const SAMPLED_PIXELS = 20_000;

/**
 * Whether most of a picture is areas of one colour, as text and drawings have. PNG stores them best as they are; it stores
 * photographs best as differences of neighbours (PNG specification, 12.7).
 */
const isFlat = ({ data, channels }: ScreenPixels): boolean => {
  const pixels = data.length / channels;
  const step = Math.max(1, Math.floor(pixels / SAMPLED_PIXELS)) * channels;
  let [equal, sampled] = [0, 0];
  for (let at = channels; at < data.length; at += step, sampled++) {
    if (data[at] === data[at - channels] && data[at + channels - 1] === data[at - 1]) equal++;
  }
  return equal >= sampled / 2;
};

const INCH_METRES = 0.0254;

/** Writes the resolution into a PNG (PNG specification, 11.3.5.3), which the encoder gives another one. */
const withResolution = (png: Buffer, dpi: number): Buffer => {
  const type = png.indexOf("pHYs", 0, "latin1");
  const data = type + 4;
  const pixelsPerMetre = Math.max(1, Math.round(dpi / INCH_METRES));
  png.writeUInt32BE(pixelsPerMetre, data);
  png.writeUInt32BE(pixelsPerMetre, data + 4);
  png.writeUInt8(1, data + 8); // the unit is the metre
  png.writeUInt32BE(crc32(png.subarray(type, data + 9)), data + 9);
  return png;
};

export const encodePicture = async (pixels: ScreenPixels, { format, quality, dpi }: Encoding): Promise<Buffer> => {
  const { data, width, height, channels } = pixels;
  const source = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  const pipeline = source.toColourspace(channels === 1 ? "b-w" : "srgb");
  switch (format) {
    case "png":
      return withResolution(
        await pipeline.png({ compressionLevel: PNG_COMPRESSION_LEVEL, adaptiveFiltering: !isFlat(pixels) }).toBuffer(),
        dpi,
      );
    case "jpeg":
      return pipeline.jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();
    case "webp":
      return pipeline.webp({ quality, effort: WEBP_EFFORT }).toBuffer();
  }
};
