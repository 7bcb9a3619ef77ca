import sharp from "sharp";
import type { Size } from "./pixels.ts";

export type PictureFormat = "png" | "jpeg" | "webp";

/** Pixels of 8 bits per channel: gray, RGB, or RGB with opacity. */
export interface ScreenPixels extends Size {
  readonly data: Uint8Array;
  readonly channels: 1 | 3 | 4;
}

/** The compression of PNG, from 0 to 9: higher ones take much longer for little. */
const PNG_COMPRESSION_LEVEL = 6;
/** The effort of WebP, from 0 to 6. */
const WEBP_EFFORT = 2;

/** Encodes pixels for the screen; `quality`, from 1 to 100, is that of JPEG and WebP. */
export const encodePicture = (
  { data, width, height, channels }: ScreenPixels,
  format: PictureFormat,
  quality: number,
): Promise<Buffer> => {
  const pipeline = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  const source = pipeline.toColourspace(channels === 1 ? "b-w" : "srgb");
  switch (format) {
    case "png":
      return source.png({ compressionLevel: PNG_COMPRESSION_LEVEL }).toBuffer();
    case "jpeg":
      return source.jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();
    case "webp":
      return source.webp({ quality, effort: WEBP_EFFORT }).toBuffer();
  }
};
