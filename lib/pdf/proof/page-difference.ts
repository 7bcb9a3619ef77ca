import type { DrawnPage } from "./draw.ts";
import type { PixelRectangle } from "./picture-places.ts";

/** Side of the blocks in which pages are compared. */
const BLOCK_SIDE_PX = 8;
/**
 * Difference, in steps of 255, that is allowed between a pixel and its neighbours on the other page, because curves may
 * be rasterised differently.
 */
const CHANNEL_TOLERANCE = 12;
/** Picture rectangles are enlarged by this many pixels, because their edges are blended. */
const PICTURE_MARGIN_PX = 2;

/** The largest differences between two pages, in steps of 255. */
interface PageDifference {
  /** In a block outside of pictures: the mean excess of its pixels over their neighbours on the other page. */
  drawn: number;
  /** In a block of a picture: the difference of its mean colours. */
  pictureBlock: number;
  /** In a whole picture: the mean of its blocks' differences. */
  picture: number;
}

const channel = (pixel: number, shift: number): number => (pixel >> shift) & 255;
const SHIFTS = [0, 8, 16] as const;

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

/** Whether two pixels differ by the tolerance at most. */
const isNear = (one: number, other: number): boolean =>
  Math.abs(channel(one, 0) - channel(other, 0)) <= CHANNEL_TOLERANCE &&
  Math.abs(channel(one, 8) - channel(other, 8)) <= CHANNEL_TOLERANCE &&
  Math.abs(channel(one, 16) - channel(other, 16)) <= CHANNEL_TOLERANCE;

/** How far a pixel is outside of the colour range of its neighbours on the other page. */
const excessOver = (pixel: number, other: DrawnPage, x: number, y: number): number => {
  const { width, height, pixels } = other;
  const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
  const [top, bottom] = [Math.max(0, y - 1), Math.min(height - 1, y + 1)];
  let sum = 0;
  for (const shift of SHIFTS) {
    const value = channel(pixel, shift);
    let [low, high] = [255, 0];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const neighbour = channel(pixels[row * width + column]!, shift);
        if (neighbour < low) low = neighbour;
        if (neighbour > high) high = neighbour;
      }
    }
    sum += Math.max(0, value - high - CHANNEL_TOLERANCE, low - value - CHANNEL_TOLERANCE);
  }
  return sum / SHIFTS.length;
};

/**
 * The pixels outside of pictures that differ by more than the tolerance. This loop is separate so that the engine
 * optimises it early.
 */
const differingPixels = (a: DrawnPage, b: DrawnPage, mask: Uint8Array): number[] => {
  const found: number[] = [];
  for (let at = 0; at < mask.length; at++) {
    const [one, other] = [a.pixels[at]!, b.pixels[at]!];
    if (one !== other && mask[at] === 0 && !isNear(one, other)) found.push(at);
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
    sums[block]! += Math.max(excessOver(a.pixels[at]!, b, x, y), excessOver(b.pixels[at]!, a, x, y));
    worst = Math.max(worst, sums[block]!);
  }
  return worst / (BLOCK_SIDE_PX * BLOCK_SIDE_PX);
};

/** The difference of a block's mean colours, averaged over the channels. */
const blockDifference = (a: DrawnPage, b: DrawnPage, { left, top, right, bottom }: PixelRectangle): number => {
  let [blue, green, red] = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = y * a.width + left; at < y * a.width + right; at++) {
      const [one, other] = [a.pixels[at]!, b.pixels[at]!];
      if (one === other) continue;
      blue += channel(one, 0) - channel(other, 0);
      green += channel(one, 8) - channel(other, 8);
      red += channel(one, 16) - channel(other, 16);
    }
  }
  return (Math.abs(blue) + Math.abs(green) + Math.abs(red)) / (3 * (right - left) * (bottom - top));
};

const pictureDifference = (a: DrawnPage, b: DrawnPage, { left, top, right, bottom }: PixelRectangle) => {
  let [worst, sum, count] = [0, 0, 0];
  for (let y = top; y < bottom; y += BLOCK_SIDE_PX) {
    for (let x = left; x < right; x += BLOCK_SIDE_PX) {
      const place = {
        left: x,
        top: y,
        right: Math.min(right, x + BLOCK_SIDE_PX),
        bottom: Math.min(bottom, y + BLOCK_SIDE_PX),
      };
      const apart = blockDifference(a, b, place);
      worst = Math.max(worst, apart);
      sum += apart;
      count++;
    }
  }
  return { worst, mean: count === 0 ? 0 : sum / count };
};

/**
 * The differences of two pages of the same size. With `exceptPictures`, pictures are compared on their own, and not
 * pixel by pixel.
 */
export const differenceOf = (before: DrawnPage, after: DrawnPage, exceptPictures: boolean): PageDifference => {
  const pictures = exceptPictures ? before.pictures : [];
  const mask = pictureMask(before.width, before.height, pictures);
  const blocks = pictures.map((place) => pictureDifference(before, after, place));
  return {
    drawn: worstDrawnBlock(before, after, mask),
    pictureBlock: blocks.reduce((most, { worst }) => Math.max(most, worst), 0),
    picture: blocks.reduce((most, { mean }) => Math.max(most, mean), 0),
  };
};
