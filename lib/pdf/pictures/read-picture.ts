import { unpackBmp } from "../../pictures/bmp.ts";
import { readBmpHead } from "../../pictures/bmp-head.ts";
import { assertWholeJpeg, decodedHead, decodedPng, pixelsAsPng } from "../../pictures/decoded.ts";
import { gifFrame } from "../../pictures/gif-frame.ts";
import { profileFor } from "../../pictures/icc-profile.ts";
import { readJpegHead } from "../../pictures/jpeg-head.ts";
import { isJpxDecodable } from "../../pictures/jpx.ts";
import { readJpxFile } from "../../pictures/jpx-file.ts";
import { assertPixels, damagedPicture, unsupported } from "../../pictures/picture-fault.ts";
import type { PictureKind } from "../../pictures/picture-kind.ts";
import { type PngFile, readPngFile } from "../../pictures/png-file.ts";
import { exifOrientation } from "../../pictures/tiff-directory.ts";
import { type Drawable, drawableImage, type ReadPicture } from "./drawable.ts";
import { type ColourSpaces, imageObject } from "./image-object.ts";
import { isPdfJpeg, jpegObject } from "./jpeg-object.ts";
import { pngObject } from "./png-object.ts";
import { tiffPictures } from "./tiff-pictures.ts";

/** The pictures of a file, and whether it moves, of which only the first picture is taken. */
interface ReadFile {
  readonly pictures: readonly ReadPicture[];
  readonly isAnimated: boolean;
}

const COEFFICIENT_BYTES = 2;
/** If the coefficients of a JPEG need more memory, it is not decoded for a check of its data. */
const COEFFICIENTS_LIMIT_BYTES = 400_000_000;

const readJpeg = async (bytes: Buffer): Promise<ReadFile> => {
  const head = readJpegHead(bytes);
  const { width, height, components, isInScans, orientation, resolution } = head;
  assertPixels(width, height);
  const coefficients = isInScans ? width * height * components * COEFFICIENT_BYTES : 0;
  const make = async (spaces: ColourSpaces): Promise<Drawable> => {
    if (coefficients <= COEFFICIENTS_LIMIT_BYTES) await assertWholeJpeg(bytes, head);
    return drawableImage(await jpegObject(bytes, head, spaces), head, orientation, resolution);
  };
  if (isPdfJpeg(head)) return { pictures: [{ memoryBytes: coefficients, make }], isAnimated: false };
  const decoded = await decodedHead(bytes);
  if (decoded.channels === 4) throw unsupported("it is a JPEG of a kind that PDF does not have");
  const decode = async (spaces: ColourSpaces): Promise<Drawable> => {
    const png = { ...(await decodedPng(bytes, decoded)), profile: head.profile };
    return drawableImage(await pngObject(png, spaces), png, orientation, resolution);
  };
  return { pictures: [{ memoryBytes: 8 * width * height, make: decode }], isAnimated: false };
};

const pngPicture = (png: PngFile): ReadPicture => {
  const isUnpacked = png.isInterlaced || png.channels % 2 === 0 || png.transparency !== undefined;
  const pixelBytes = Math.max(1, (png.channels * png.depth) / 8);
  assertPixels(png.width, png.height, isUnpacked ? pixelBytes : 0);
  return {
    memoryBytes: isUnpacked ? 2 * pixelBytes * png.width * png.height : 0,
    make: async (spaces) => drawableImage(await pngObject(png, spaces), png, png.orientation, png.resolution),
  };
};

const readPng = (bytes: Buffer): ReadFile => {
  const png = readPngFile(bytes);
  return { pictures: [pngPicture(png)], isAnimated: png.isAnimated };
};

const readBmp = (bytes: Buffer): ReadFile => {
  try {
    const head = readBmpHead(bytes);
    assertPixels(head.width, head.height, 4);
    const make = async (spaces: ColourSpaces): Promise<Drawable> => {
      const png = await pixelsAsPng(unpackBmp(bytes, head), head);
      return drawableImage(await pngObject(png, spaces), head, 1, head.resolution);
    };
    return { pictures: [{ memoryBytes: 8 * head.width * head.height, make }], isAnimated: false };
  } catch (error) {
    if (error instanceof RangeError) throw damagedPicture("its head is incomplete", error);
    throw error;
  }
};

const readJpx = (bytes: Buffer): ReadFile => {
  let file: ReturnType<typeof readJpxFile>;
  try {
    file = readJpxFile(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw damagedPicture("its head is incomplete", error);
    throw error;
  }
  assertPixels(file.width, file.height);
  const make = async (): Promise<Drawable> => {
    if (!(await isJpxDecodable(file.data, file))) throw damagedPicture("it cannot be decoded");
    const mask = file.hasOpacity ? { SMaskInData: 1 } : {};
    const object = imageObject({ ...file, depth: 8, space: undefined }, "JPXDecode", file.data, mask);
    return drawableImage(object, file, 1, file.resolution);
  };
  return { pictures: [{ memoryBytes: 0, make }], isAnimated: false };
};

const EXIF_START = "Exif\0\0";

/** A picture in a format that PDF does not know: WebP, GIF and AVIF. */
const readOther = async (bytes: Buffer, kind: PictureKind): Promise<ReadFile> => {
  const head = await decodedHead(bytes);
  const { exif, pages = 1 } = head;
  const exifTags = exif && exifOrientation(exif.toString("latin1", 0, 6) === EXIF_START ? exif.subarray(6) : exif);
  // The decoder of AVIF has turned the pixels already.
  const orientation = kind === "avif" ? 1 : (exifTags?.orientation ?? 1);
  const make = async (spaces: ColourSpaces): Promise<Drawable> => {
    const decoded = await decodedPng(bytes, head, kind === "gif" ? { frame: gifFrame(bytes) } : {});
    const png = { ...decoded, profile: profileFor(decoded.channels < 3 ? 1 : 3, head.icc) };
    return drawableImage(await pngObject(png, spaces), png, orientation, exifTags?.resolution);
  };
  return { pictures: [{ memoryBytes: 12 * head.width * head.height, make }], isAnimated: pages > 1 };
};

/** Reads the heads of the pictures in a file. Throws a PictureFault for one that is damaged, too large, or not read. */
export const readPicture = async (bytes: Buffer, kind: PictureKind): Promise<ReadFile> => {
  switch (kind) {
    case "jpeg":
      return readJpeg(bytes);
    case "png":
      return readPng(bytes);
    case "jpx":
      return readJpx(bytes);
    case "bmp":
      return readBmp(bytes);
    case "tiff":
      return { pictures: tiffPictures(bytes), isAnimated: false };
    default:
      return readOther(bytes, kind);
  }
};
