import { deflateThoroughly } from "../../../deflate/deflate.ts";
import type { Pixels } from "../../../pictures/pixels.ts";
import { type Candidate, samplesCandidate } from "./candidate.ts";

/** The levels of opacity that four bits have. */
const LEVEL_STEPS = 15;
/** The difference between two of these levels. */
const LEVEL_STEP = 255 / LEVEL_STEPS;
/** The share of pixels in areas of even or slowly changing translucency, in which sixteen levels could be seen. */
const SMOOTH_MAX_SHARE = 0.005;
/** A mask in fewer levels must be smaller by this factor. */
const COST_FACTOR = 1.1;

const differs = (one: number, other: number): boolean => Math.abs(one - other) > LEVEL_STEP;

/**
 * Whether a mask is translucent only where its edges are smoothed: there each pixel differs much from one beside it. What is
 * transparent or opaque by the nearest level counts as such.
 */
const hasOnlyEdges = ({ data, width, height }: Pixels): boolean => {
  const most = width * height * SMOOTH_MAX_SHARE;
  let smooth = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const value = data[at]!;
      if (value < LEVEL_STEP / 2 || value > 255 - LEVEL_STEP / 2) continue;
      const isEdge =
        (x > 0 && differs(value, data[at - 1]!)) ||
        (x < width - 1 && differs(value, data[at + 1]!)) ||
        (y > 0 && differs(value, data[at - width]!)) ||
        (y < height - 1 && differs(value, data[at + width]!));
      if (!isEdge && ++smooth > most) return false;
    }
  }
  return true;
};

/** A soft mask of smoothed edges in sixteen levels; undefined for one with other translucent areas. */
export const maskLevelsCandidate = (pixels: Pixels): Candidate | undefined => {
  const { data, width, height, channels } = pixels;
  if (channels !== 1 || !hasOnlyEdges(pixels)) return undefined;
  const stride = (width + 1) >> 1;
  const samples = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const level = Math.round(data[y * width + x]! / LEVEL_STEP);
      samples[y * stride + (x >> 1)]! |= x % 2 === 0 ? level << 4 : level;
    }
  }
  return samplesCandidate(deflateThoroughly(samples), { width, height }, 4, COST_FACTOR);
};
