import type { DrawnPage } from "./draw.ts";
import { type PictureDifference, pictureDifference } from "./picture-difference.ts";
import type { PixelRectangle } from "./picture-places.ts";
import { excessAt, isNear } from "./pixels.ts";

/** Side of the blocks in which pages are compared. */
const BLOCK_SIDE_PX = 8;
/** Picture rectangles are enlarged by this many pixels, because their edges are blended. */
const PICTURE_MARGIN_PX = 2;

/** The differences between two pages. */
interface PageDifference {
  /** In the worst block outside of pictures: the mean excess of its pixels over their neighbours on the other page. */
  drawn: number;
  /** Of each picture, in the order of the page. */
  pictures: PictureDifference[];
}

/** A mask with 1 for each pixel of a picture. */
const pictureMask = (width: number, height: number, pictures: readonly PixelRectangle[]): Uint8Array => {
  const mask = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of pictures) {
    const [from, to] = [Math.max(0, left - PICTURE_MARGIN_PX), Math.min(width, right + PICTURE_MARGIN_PX)];
    const last = Math.min(height, bottom + PICTURE_MARGIN_PX);
    for (let y = Math.max(0, top - PICTURE_MARGIN_PX); y < last; y++) mask.fill(1, y * width + from, y * width + to);
  }
  return mask;
};

/** Side by side pixels that are compared at once, by the bytes of both pages. */
const COMPARED_AT_ONCE_PX = 256;

const bytesOf = ({ pixels }: DrawnPage): Buffer => Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);

/**
 * The pixels outside of pictures that differ by more than the tolerance. This loop is separate so that the engine
 * optimises it early.
 */
const differingPixels = (a: DrawnPage, b: DrawnPage, mask: Uint8Array): number[] => {
  const found: number[] = [];
  const [before, after] = [a.pixels, b.pixels];
  const [bytes, others] = [bytesOf(a), bytesOf(b)];
  for (let from = 0; from < mask.length; from += COMPARED_AT_ONCE_PX) {
    const to = Math.min(mask.length, from + COMPARED_AT_ONCE_PX);
    if (bytes.compare(others, 4 * from, 4 * to, 4 * from, 4 * to) === 0) continue;
    for (let at = from; at < to; at++) {
      const one = before[at]!;
      const other = after[at]!;
      if (one !== other && mask[at] === 0 && !isNear(one, other)) found.push(at);
    }
  }
  return found;
};

/** The difference of the worst block outside of pictures. */
const worstDrawnBlock = (a: DrawnPage, b: DrawnPage, mask: Uint8Array): number => {
  const { width, height } = a;
  const columns = Math.ceil(width / BLOCK_SIDE_PX);
  const sums = new Float32Array(columns * Math.ceil(height / BLOCK_SIDE_PX));
  let worst = 0;
  for (const at of differingPixels(a, b, mask)) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const block = Math.floor(y / BLOCK_SIDE_PX) * columns + Math.floor(x / BLOCK_SIDE_PX);
    sums[block]! += excessAt(a, b, x, y);
    worst = Math.max(worst, sums[block]!);
  }
  return worst / (BLOCK_SIDE_PX * BLOCK_SIDE_PX);
};

/**
 * The differences of two pages of the same size. With `exceptPictures`, pictures are compared on their own, and not
 * pixel by pixel.
 */
export const differenceOf = (before: DrawnPage, after: DrawnPage, exceptPictures: boolean): PageDifference => {
  const pictures = exceptPictures ? before.pictures : [];
  const mask = pictureMask(before.width, before.height, pictures);
  return {
    drawn: worstDrawnBlock(before, after, mask),
    pictures: pictures.map((place) => pictureDifference(before, after, place)),
  };
};
