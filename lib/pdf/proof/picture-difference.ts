import type { DrawnPage } from "./draw.ts";
import { type Lab, labDifference, labOf } from "./lab.ts";
import type { PixelRectangle } from "./picture-places.ts";
import { excessAt, isNear } from "./pixels.ts";

/** Side of the blocks whose mean colours are compared: bled colours of letters are wider. */
const COLOUR_BLOCK_SIDE_PX = 4;
/** Blocks of fewer pixels, at the edge of a picture, are not compared. */
const COLOUR_BLOCK_MIN_PIXELS = 8;
/** Side of the blocks in which shapes are compared. */
const SHAPE_BLOCK_SIDE_PX = 8;
/** For smaller differences of colours no shifted blocks are compared. */
const SHIFTED_FROM = 6;

/** How a picture differs on two pages. */
export interface PictureDifference {
  /** The difference ΔE of the mean colours of the worst block; a shift by one pixel does not count. */
  colour: number;
  /** The mean of the differences of all blocks. */
  mean: number;
  /** In the worst block, the mean excess of pixels over their neighbours on the other page, in steps of 255. */
  shape: number;
}

/** The mean colour of the block that was read last: one object, because millions of blocks are read. */
const mean = { red: 0, green: 0, blue: 0 };
const readMean = ({ width, pixels }: DrawnPage, { left, top, right, bottom }: PixelRectangle): void => {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = top; y < bottom; y++) {
    const end = y * width + right;
    for (let at = y * width + left; at < end; at++) {
      const pixel = pixels[at]!;
      red += (pixel >> 16) & 255;
      green += (pixel >> 8) & 255;
      blue += pixel & 255;
    }
  }
  const count = (right - left) * (bottom - top);
  mean.red = red / count;
  mean.green = green / count;
  mean.blue = blue / count;
};

const meanColour = (page: DrawnPage, place: PixelRectangle): Lab => {
  readMean(page, place);
  return labOf(mean.red, mean.green, mean.blue);
};

/** Whether no channel of a block's mean colours differs by more than a step. */
const hasSameMean = (a: DrawnPage, b: DrawnPage, place: PixelRectangle): boolean => {
  readMean(a, place);
  const { red, green, blue } = mean;
  readMean(b, place);
  return Math.abs(mean.red - red) <= 1 && Math.abs(mean.green - green) <= 1 && Math.abs(mean.blue - blue) <= 1;
};

const OFFSETS = [-1, 0, 1];

/** The least difference of a block's colour from the same block of the other page, and from those beside it. */
const colourDifference = (a: DrawnPage, b: DrawnPage, place: PixelRectangle): number => {
  const colour = meanColour(a, place);
  let least = labDifference(colour, meanColour(b, place));
  if (least < SHIFTED_FROM) return least;
  const { left, top, right, bottom } = place;
  for (const down of OFFSETS) {
    for (const across of OFFSETS) {
      const shifted = { left: left + across, top: top + down, right: right + across, bottom: bottom + down };
      if (shifted.left < 0 || shifted.top < 0 || shifted.right > b.width || shifted.bottom > b.height) continue;
      least = Math.min(least, labDifference(colour, meanColour(b, shifted)));
    }
  }
  return least;
};

/** The blocks of a rectangle, from left to right and from top to bottom. */
function* blocksOf({ left, top, right, bottom }: PixelRectangle, side: number): Generator<PixelRectangle> {
  for (let y = top; y < bottom; y += side) {
    for (let x = left; x < right; x += side) {
      yield { left: x, top: y, right: Math.min(right, x + side), bottom: Math.min(bottom, y + side) };
    }
  }
}

const shapeDifference = (a: DrawnPage, b: DrawnPage, { left, top, right, bottom }: PixelRectangle): number => {
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * a.width + x;
      const one = a.pixels[at]!;
      const other = b.pixels[at]!;
      if (one !== other && !isNear(one, other)) sum += excessAt(a, b, x, y);
    }
  }
  return sum / (SHAPE_BLOCK_SIDE_PX * SHAPE_BLOCK_SIDE_PX);
};

/** How a picture at a place differs on two pages of the same size. */
export const pictureDifference = (a: DrawnPage, b: DrawnPage, place: PixelRectangle): PictureDifference => {
  let [colour, shape, sum, count] = [0, 0, 0, 0];
  for (const block of blocksOf(place, COLOUR_BLOCK_SIDE_PX)) {
    if ((block.right - block.left) * (block.bottom - block.top) < COLOUR_BLOCK_MIN_PIXELS) continue;
    count++;
    if (hasSameMean(a, b, block)) continue;
    const apart = colourDifference(a, b, block);
    colour = Math.max(colour, apart);
    sum += apart;
  }
  for (const block of blocksOf(place, SHAPE_BLOCK_SIDE_PX)) shape = Math.max(shape, shapeDifference(a, b, block));
  return { colour, shape, mean: count === 0 ? 0 : sum / count };
};
