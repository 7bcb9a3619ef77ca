import type { DrawnPage } from "./draw.ts";

/**
 * Difference, in steps of 255, that is allowed between a pixel and its neighbours on the other page, because curves may
 * be rasterised differently.
 */
const CHANNEL_TOLERANCE = 12;

const channel = (pixel: number, shift: number): number => (pixel >> shift) & 255;
const SHIFTS = [0, 8, 16] as const;

/** Whether two pixels differ by the tolerance at most. */
export const isNear = (one: number, other: number): boolean =>
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

/** How far the pixels of two pages at a place are outside of the colours around it on the other page. */
export const excessAt = (a: DrawnPage, b: DrawnPage, x: number, y: number): number => {
  const at = y * a.width + x;
  return Math.max(excessOver(a.pixels[at]!, b, x, y), excessOver(b.pixels[at]!, a, x, y));
};
