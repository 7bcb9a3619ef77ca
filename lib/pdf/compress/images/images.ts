import { forEachAtMost } from "../../../workers/limit.ts";
import { get, nameAt } from "../../access.ts";
import { Budget } from "../../budget.ts";
import { type Dict, Stream } from "../../objects.ts";
import { reachableObjects } from "../../reachable-objects.ts";
import type { Document } from "../../read/open.ts";
import type { CompressionLevel } from "../levels.ts";
import type { ContentUsage } from "../usage.ts";
import type { Picture } from "./candidate.ts";
import { imageFactsOf } from "./image-facts.ts";
import { compressPicture } from "./picture.ts";

/** Pictures with more pixels than this are left alone: decoded they would fill the memory. */
const PICTURE_LIMIT_PIXELS = 45_000_000;
const PICTURES_AT_ONCE = 2;

/** What unpacking one picture may cost, in bytes; a JPEG is brought down while it is decoded. */
const PICTURE_LIMIT_BYTES = 64_000_000;
/** Pictures with more pixels than this are worked on one by one. */
const PARALLEL_MAX_PIXELS = 10_000_000;

/** Bytes of deflated pictures beyond these limits that are read in strips, of all of a document together. */
const STRIPS_LIMIT_BYTES = 800_000_000;

/** Pixels that are looked at in a file of a size: many for any real one, few for one that only claims to have them. */
const pixelLimitFor = (size: number): number => 40_000_000 + 40 * size;
/** Pictures of one bit are that much less work. */
const BILEVEL_PIXEL_DIVISOR = 8;

/** The images of a document, and which of them are masks, by the image that they belong to. */
const imagesOf = (catalog: Dict): { images: Stream[]; owners: Map<Stream, Stream> } => {
  const images: Stream[] = [];
  const owners = new Map<Stream, Stream>();
  for (const { value } of reachableObjects(catalog)) {
    if (!(value instanceof Stream) || nameAt(value, "Subtype") !== "Image") continue;
    images.push(value);
    for (const key of ["SMask", "Mask"]) {
      const mask = get(value, key);
      if (mask instanceof Stream) owners.set(mask, value);
    }
  }
  return { images, owners };
};

/** Resolution of an image where it is shown largest; a mask lies over the image that it belongs to. */
const dpiOf = (width: number, height: number, shown: { width: number; height: number } | undefined): number =>
  shown !== undefined && shown.width > 0 && shown.height > 0
    ? Math.min((72 * width) / shown.width, (72 * height) / shown.height)
    : 0;

/** Works on pictures, some at once; what cannot be read stays as it is. */
const compressEach = (pictures: readonly Picture[], atOnce: number, level: CompressionLevel): Promise<void> =>
  forEachAtMost(atOnce, pictures, async (picture) => {
    try {
      await compressPicture(
        picture,
        level,
        new Budget(PICTURE_LIMIT_BYTES, PICTURE_LIMIT_PIXELS, Number.POSITIVE_INFINITY),
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  });

const filteredImages = (images: Stream[]): Set<Stream> =>
  new Set(images.filter((image) => get(image, "Filter") !== undefined));

/** The images of a document that are packed by whatever filter. */
export const filteredPictures = (catalog: Dict): Set<Stream> => filteredImages(imagesOf(catalog).images);

/**
 * Stores every image of a document in the smallest form that the level allows; what cannot be read stays as it is. Gives
 * those that are packed.
 */
export const compressImages = async (
  { catalog, size }: Document,
  usage: ContentUsage,
  level: CompressionLevel,
  budget: Budget,
): Promise<Set<Stream>> => {
  const { images, owners } = imagesOf(catalog);
  let left = pixelLimitFor(size);
  let strips = STRIPS_LIMIT_BYTES;
  const pictures: Picture[] = images.flatMap((image) => {
    const facts = imageFactsOf(image, budget);
    if (facts === undefined) return [];
    const pixels = facts.width * facts.height;
    const owner = owners.get(image);
    const shown = usage.imageSizes.get(image) ?? (owner && usage.imageSizes.get(owner));
    const dpi = dpiOf(facts.width, facts.height, shown);
    const picture = { image, facts, dpi, isMask: owner !== undefined, isDrawn: usage.imageSizes.has(image) };
    const flat = facts.codec === undefined && facts.depth > 1;
    const bytes = flat ? pixels * facts.colours.channels : 0;
    if (flat && (pixels > PICTURE_LIMIT_PIXELS || bytes > PICTURE_LIMIT_BYTES)) {
      strips -= bytes;
      return strips < 0 ? [] : [{ ...picture, readsInStrips: true }];
    }
    left -= facts.depth === 1 ? pixels / BILEVEL_PIXEL_DIVISOR : pixels;
    return pixels > PICTURE_LIMIT_PIXELS || left < 0 ? [] : [picture];
  });
  const sorted = pictures.sort((a, b) => b.image.data.length - a.image.data.length);
  const isLarge = ({ facts }: Picture) => facts.width * facts.height > PARALLEL_MAX_PIXELS;
  await compressEach(sorted.filter(isLarge), 1, level);
  await compressEach(
    sorted.filter((picture) => !isLarge(picture)),
    PICTURES_AT_ONCE,
    level,
  );
  return filteredImages(images);
};
