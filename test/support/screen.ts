import sharp from "sharp";

/** The pixels of a picture. */
interface Screen {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** The colour of a pixel, as `#rrggbb`, or `#rrggbbaa` if the picture has opacity. */
  readonly at: (x: number, y: number) => string;
  readonly data: Buffer;
}

/** Decodes a picture with another decoder than Chromium's. */
export const screenOf = async (picture: Uint8Array): Promise<Screen> => {
  const source = sharp(picture, { limitInputPixels: false });
  const { format } = await source.metadata();
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const at = (x: number, y: number) => {
    const begin = (y * width + x) * channels;
    return `#${data.toString("hex", begin, begin + channels)}`;
  };
  return { format: String(format), width, height, at, data };
};
