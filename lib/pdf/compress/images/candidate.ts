import type { Pixels, Size } from "../../../pictures/pixels.ts";
import { get, resolve } from "../../access.ts";
import { Name, type Stream, type Value } from "../../objects.ts";
import type { PictureIdentity } from "../../proof/shown-pictures.ts";
import type { CompressionLevel } from "../levels.ts";
import { setStreamData } from "../repack.ts";
import type { ImageFacts } from "./image-facts.ts";
import { smallestJpeg } from "./jpeg-search.ts";
import { type PngData, pngParms, pngSpace } from "./png.ts";

/** A picture to compress, the ways in which it is shown, and the quality that it must keep. */
export interface CandidatePicture {
  image: Stream;
  /** The number of its object in the file; 0 if it has none. */
  number: number;
  facts: ImageFacts;
  level: CompressionLevel;
  /** Resolution at its largest size on a page; 0 if unknown. */
  dpi: number;
  /** The facts of the picture that is shown: for a mask, of the picture that it belongs to. */
  shownAs: PictureIdentity;
  /** Whether it is the mask of another picture. */
  isMask: boolean;
  /** Whether content draws it, so that a form can replace it. */
  isDrawn: boolean;
  /** Whether it is too large to be decoded at once. */
  readsInStrips?: boolean;
}

/** A form in which a picture can be stored. */
export interface Candidate {
  size: number;
  /** The size that it counts as in the choice: a lossy candidate must be smaller by a factor. */
  cost: number;
  /** Whether it is in layers. */
  isLayered?: boolean;
  /** Whether several pixels have the same chroma, so that thin coloured lines may bleed. */
  sharesChroma?: boolean;
  /** Stores the picture, or the same one of the document that was opened again, in this form. */
  apply: (picture: CandidatePicture) => void;
}

const GRAY = new Name("DeviceGray");
const RGB = new Name("DeviceRGB");

/**
 * The colour space for pixels of a picture: its own or its palette's base, if the number of channels fits, so that
 * profiles are kept.
 */
export const spaceFor = (channels: number, { image, facts }: CandidatePicture): Value => {
  const own = image.dict.get("ColorSpace");
  const direct = resolve(own);
  const base = facts.colours.palette !== undefined && Array.isArray(direct) ? direct[1] : own;
  if (base !== undefined && facts.colours.channels === channels) return base;
  return channels === 1 ? GRAY : RGB;
};

const setImageEntries = ({ image }: CandidatePicture, { width, height }: Size, depth: number, space: Value): void => {
  for (const key of ["W", "H", "BPC", "CS", "Decode", "SMaskInData"]) image.dict.delete(key);
  if (Array.isArray(get(image, "Mask"))) image.dict.delete("Mask");
  image.dict.set("Width", width).set("Height", height).set("BitsPerComponent", depth).set("ColorSpace", space);
};

/** A picture as JPEG of a resolution, as small as its level allows; its cost is its size times `costFactor`. */
export const jpegCandidate = async (
  { level }: CandidatePicture,
  pixels: Pixels,
  dpi: number,
  costFactor: number,
): Promise<Candidate> => {
  const data = await smallestJpeg(pixels, dpi, level);
  return {
    size: data.length,
    cost: data.length * costFactor,
    sharesChroma: pixels.channels === 3 && level.jpeg.keepsChroma !== true,
    apply: (picture) => {
      setStreamData(picture.image, data, "DCTDecode");
      setImageEntries(picture, pixels, 8, spaceFor(pixels.channels, picture));
    },
  };
};

/** A picture of one channel as deflated samples of `depth` bits without prediction; its cost is its size times `costFactor`. */
export const samplesCandidate = (data: Buffer, size: Size, depth: number, costFactor: number): Candidate => ({
  size: data.length,
  cost: data.length * costFactor,
  apply: (picture) => {
    setStreamData(picture.image, data, "FlateDecode");
    setImageEntries(picture, size, depth, spaceFor(1, picture));
  },
});

/** A picture as deflated samples with PNG prediction. */
export const pngCandidate = (png: PngData): Candidate => {
  const size = png.data.length + (png.palette?.length ?? 0);
  return {
    size,
    cost: size,
    apply: (picture) => {
      setStreamData(picture.image, png.data, "FlateDecode", pngParms(png));
      setImageEntries(
        picture,
        png,
        png.depth,
        pngSpace(png, (channels) => spaceFor(channels, picture)),
      );
    },
  };
};
