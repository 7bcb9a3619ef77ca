import type { DrawnPage } from "./draw.ts";

/**
 * Difference, in steps of 255, that is allowed between a pixel and its neighbours on the other page, because curves may
 * be rasterised differently.
 */
const CHANNEL_TOLERANCE = 12;

const channel = (pixel: number, shift: number): number => (pixel >> shift) & 255;

/** Whether two pixels differ by the tolerance at most. */
export const isNear = (one: number, other: number): boolean =>
  Math.abs(channel(one, 0) - channel(other, 0)) <= CHANNEL_TOLERANCE &&
  Math.abs(channel(one, 8) - channel(other, 8)) <= CHANNEL_TOLERANCE &&
  Math.abs(channel(one, 16) - channel(other, 16)) <= CHANNEL_TOLERANCE;

/** How far a value is outside of a range by more than the tolerance. */
const excessOf = (value: number, low: number, high: number): number =>
  Math.max(0, value - high - CHANNEL_TOLERANCE, low - value - CHANNEL_TOLERANCE);

/** How far a pixel is outside of the colour range of its neighbours on the other page. It reads each of them once. */
const excessOver = (pixel: number, other: DrawnPage, x: number, y: number): number => {
  const { width, height, pixels } = other;
  const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
  const [top, bottom] = [Math.max(0, y - 1), Math.min(height - 1, y + 1)];
  let low0 = 255;
  let low1 = 255;
  let low2 = 255;
  let high0 = 0;
  let high1 = 0;
  let high2 = 0;
  for (let row = top; row <= bottom; row++) {
    const last = row * width + right;
    for (let at = row * width + left; at <= last; at++) {
      const neighbour = pixels[at]!;
      const value0 = neighbour & 255;
      const value1 = (neighbour >> 8) & 255;
      const value2 = (neighbour >> 16) & 255;
      if (value0 < low0) low0 = value0;
      if (value0 > high0) high0 = value0;
      if (value1 < low1) low1 = value1;
      if (value1 > high1) high1 = value1;
      if (value2 < low2) low2 = value2;
      if (value2 > high2) high2 = value2;
    }
  }
  const sum =
    excessOf(channel(pixel, 0), low0, high0) +
    excessOf(channel(pixel, 8), low1, high1) +
    excessOf(channel(pixel, 16), low2, high2);
  return sum / 3;
};

/** How far the pixels of two pages at a place are outside of the colours around it on the other page. */
export const excessAt = (a: DrawnPage, b: DrawnPage, x: number, y: number): number => {
  const at = y * a.width + x;
  return Math.max(excessOver(a.pixels[at]!, b, x, y), excessOver(b.pixels[at]!, a, x, y));
};
