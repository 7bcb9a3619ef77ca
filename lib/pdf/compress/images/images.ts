import { forEachAtMost } from "../../../workers/limit.ts";
import { get, nameAt } from "../../access.ts";
import { Budget } from "../../budget.ts";
import { gather } from "../../gather.ts";
import { type Dict, Stream } from "../../objects.ts";
import type { Document } from "../../read/open.ts";
import type { Level } from "../levels.ts";
import type { Usage } from "../usage.ts";
import type { Picture } from "./candidate.ts";
import { factsOf } from "./facts.ts";
import { compressPicture } from "./picture.ts";

/** Pictures with more pixels than this are left alone: decoded they would fill the memory. */
const MOST_PIXELS = 45_000_000;
const AT_ONCE = 2;

/** What unpacking one picture may cost, in bytes; a JPEG is brought down while it is decoded. */
const MOST_BYTES = 64_000_000;
/** Pictures with more pixels than this are worked on one by one. */
const LARGE = 10_000_000;

/** Bytes of deflated pictures beyond these limits that are read in strips, of all of a document together. */
const STRIPPED_BYTES = 800_000_000;

/** Pixels that are looked at in a file of a size: many for any real one, few for one that only claims to have them. */
const pixelsFor = (size: number): number => 40_000_000 + 40 * size;
/** Pictures of one bit are that much less work. */
const BILEVEL = 8;

/** The images of a document, and which of them are masks, by the image that they belong to. */
const imagesOf = (catalog: Dict): { images: Stream[]; owners: Map<Stream, Stream> } => {
  const images: Stream[] = [];
  const owners = new Map<Stream, Stream>();
  for (const { value } of gather(catalog)) {
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
const compressEach = (pictures: readonly Picture[], atOnce: number, level: Level): Promise<void> =>
  forEachAtMost(atOnce, pictures, async (picture) => {
    try {
      await compressPicture(picture, level, new Budget(MOST_BYTES, MOST_PIXELS, Number.POSITIVE_INFINITY));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  });

const packed = (images: Stream[]): Set<Stream> => new Set(images.filter((image) => get(image, "Filter") !== undefined));

/** The images of a document that are packed by whatever filter. */
export const packedPictures = (catalog: Dict): Set<Stream> => packed(imagesOf(catalog).images);

/**
 * Stores every image of a document in the smallest form that the level allows; what cannot be read stays as it is. Gives
 * those that are packed.
 */
export const compressImages = async (
  { catalog, size }: Document,
  usage: Usage,
  level: Level,
  budget: Budget,
): Promise<Set<Stream>> => {
  const { images, owners } = imagesOf(catalog);
  let left = pixelsFor(size);
  let strips = STRIPPED_BYTES;
  const pictures: Picture[] = images.flatMap((image) => {
    const facts = factsOf(image, budget);
    if (facts === undefined) return [];
    const pixels = facts.width * facts.height;
    const owner = owners.get(image);
    const shown = usage.placed.get(image) ?? (owner && usage.placed.get(owner));
    const dpi = dpiOf(facts.width, facts.height, shown);
    const picture = { image, facts, dpi, mask: owner !== undefined, drawn: usage.placed.has(image) };
    const flat = facts.codec === undefined && facts.depth > 1;
    const bytes = flat ? pixels * facts.colours.channels : 0;
    if (flat && (pixels > MOST_PIXELS || bytes > MOST_BYTES)) {
      strips -= bytes;
      return strips < 0 ? [] : [{ ...picture, isVast: true }];
    }
    left -= facts.depth === 1 ? pixels / BILEVEL : pixels;
    return pixels > MOST_PIXELS || left < 0 ? [] : [picture];
  });
  const sorted = pictures.sort((a, b) => b.image.data.length - a.image.data.length);
  const isLarge = ({ facts }: Picture) => facts.width * facts.height > LARGE;
  await compressEach(sorted.filter(isLarge), 1, level);
  await compressEach(
    sorted.filter((picture) => !isLarge(picture)),
    AT_ONCE,
    level,
  );
  return packed(images);
};
