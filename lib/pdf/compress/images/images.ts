import { forEachAtMost } from "../../../turns/limit.ts";
import { get, nameAt, numberAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { type Dict, Stream } from "../../objects.ts";
import type { PictureIdentity } from "../../proof/shown-pictures.ts";
import { reachableObjects } from "../../reachable-objects.ts";
import type { Document } from "../../read/open.ts";
import type { CompressionLevel } from "../levels.ts";
import type { ContentUsage } from "../usage.ts";
import type { CandidatePicture } from "./candidate.ts";
import { imageFactsOf } from "./image-facts.ts";
import { PICTURE_LIMIT_BYTES, PICTURE_LIMIT_PIXELS, type StoredPictures } from "./stored-pictures.ts";

const PICTURES_AT_ONCE = 2;
/** Pictures with more pixels are compressed one at a time. */
const PARALLEL_MAX_PIXELS = 10_000_000;

/** Limit for pictures that are read in strips, over a whole document. */
const STRIPS_LIMIT_BYTES = 800_000_000;

/** Pixel limit for a file of `size` bytes: enough for genuine pictures, but not for one that states a false size. */
const pixelLimitFor = (size: number): number => 40_000_000 + 40 * size;
/** Bilevel pictures count as their number of pixels divided by this. */
const BILEVEL_PIXEL_DIVISOR = 8;

/** The images of a document with the numbers of their objects, and the image that each mask belongs to. */
const imagesOf = (catalog: Dict): { images: Map<Stream, number>; owners: Map<Stream, Stream> } => {
  const images = new Map<Stream, number>();
  const owners = new Map<Stream, Stream>();
  for (const { value, number } of reachableObjects(catalog)) {
    if (!(value instanceof Stream) || nameAt(value, "Subtype") !== "Image") continue;
    images.set(value, number);
    for (const key of ["SMask", "Mask"]) {
      const mask = get(value, key);
      if (mask instanceof Stream) owners.set(mask, value);
    }
  }
  return { images, owners };
};

/** Resolution of an image at its largest size; a mask has the size of its image. */
const dpiOf = (width: number, height: number, shown: { width: number; height: number } | undefined): number =>
  shown !== undefined && shown.width > 0 && shown.height > 0
    ? Math.min((72 * width) / shown.width, (72 * height) / shown.height)
    : 0;

const identityOf = (image: Stream): PictureIdentity => ({
  width: numberAt(image, "Width") ?? 0,
  height: numberAt(image, "Height") ?? 0,
  bytes: image.data.length,
});

/** Compresses pictures, `atOnce` at a time; pictures that cannot be decoded are not changed. */
const compressEach = (pictures: readonly CandidatePicture[], atOnce: number, stored: StoredPictures): Promise<void> =>
  forEachAtMost(atOnce, pictures, (picture) => stored.compress(picture));

const filteredImages = (images: Iterable<Stream>): Set<Stream> =>
  new Set([...images].filter((image) => get(image, "Filter") !== undefined));

export const filteredPictures = (catalog: Dict): Set<Stream> => filteredImages(imagesOf(catalog).images.keys());

/** `stored` records the forms of the pictures. */
interface ImageCompression {
  readonly level: CompressionLevel;
  readonly budget: Budget;
  readonly stored: StoredPictures;
}

/**
 * Stores every image in the smallest form that the level allows; images that cannot be decoded are not changed. Returns
 * the images that have a filter.
 */
export const compressImages = async (
  { catalog, size }: Document,
  usage: ContentUsage,
  { level, budget, stored }: ImageCompression,
): Promise<Set<Stream>> => {
  const { images, owners } = imagesOf(catalog);
  let pixelsLeft = pixelLimitFor(size);
  let stripBytesLeft = STRIPS_LIMIT_BYTES;
  const pictures: CandidatePicture[] = [...images].flatMap(([image, number]) => {
    const facts = imageFactsOf(image, budget);
    if (facts === undefined) return [];
    const pixels = facts.width * facts.height;
    const owner = owners.get(image);
    const shown = usage.imageSizes.get(image) ?? (owner && usage.imageSizes.get(owner));
    const dpi = dpiOf(facts.width, facts.height, shown);
    const [isMask, isDrawn] = [owner !== undefined, usage.imageSizes.has(image)];
    const picture = { image, number, facts, level, dpi, isMask, isDrawn, shownAs: identityOf(owner ?? image) };
    const isUncoded = facts.codec === undefined && facts.depth > 1;
    const bytes = isUncoded ? pixels * facts.colours.channels : 0;
    if (isUncoded && (pixels > PICTURE_LIMIT_PIXELS || bytes > PICTURE_LIMIT_BYTES)) {
      stripBytesLeft -= bytes;
      return stripBytesLeft < 0 ? [] : [{ ...picture, readsInStrips: true }];
    }
    pixelsLeft -= facts.depth === 1 ? pixels / BILEVEL_PIXEL_DIVISOR : pixels;
    return pixels > PICTURE_LIMIT_PIXELS || pixelsLeft < 0 ? [] : [picture];
  });
  const sorted = pictures.sort((a, b) => b.image.data.length - a.image.data.length);
  const isLarge = ({ facts }: CandidatePicture) => facts.width * facts.height > PARALLEL_MAX_PIXELS;
  await compressEach(sorted.filter(isLarge), 1, stored);
  await compressEach(
    sorted.filter((picture) => !isLarge(picture)),
    PICTURES_AT_ONCE,
    stored,
  );
  return filteredImages(images.keys());
};
