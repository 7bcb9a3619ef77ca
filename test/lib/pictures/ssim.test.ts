import assert from "node:assert/strict";
import { test } from "node:test";
import { similarity } from "../../../lib/pictures/ssim.ts";
import { seeded } from "../../support/pdf/pictures.ts";

const WINDOW = 8;
const WINDOW_STEP_PX = 4;

/** The formula as the paper has it, window by window. */
const byTheBook = (a: Uint8Array, b: Uint8Array, width: number, height: number): number => {
  const values: number[] = [];
  for (let top = 0; top + WINDOW <= height - (height % WINDOW_STEP_PX); top += WINDOW_STEP_PX) {
    for (let left = 0; left + WINDOW <= width - (width % WINDOW_STEP_PX); left += WINDOW_STEP_PX) {
      const places = Array.from({ length: WINDOW ** 2 }, (_, at) => {
        return (top + Math.floor(at / WINDOW)) * width + left + (at % WINDOW);
      });
      const mean = (of: (at: number) => number) => places.reduce((sum, at) => sum + of(at), 0) / places.length;
      const [meanA, meanB] = [mean((at) => a[at]!), mean((at) => b[at]!)];
      const variances = mean((at) => (a[at]! - meanA) ** 2 + (b[at]! - meanB) ** 2);
      const covariance = mean((at) => (a[at]! - meanA) * (b[at]! - meanB));
      const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
      const luminance = (2 * meanA * meanB + c1) / (meanA ** 2 + meanB ** 2 + c1);
      values.push((luminance * (2 * covariance + c2)) / (variances + c2));
    }
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

const random = seeded(11);
const noise = (length: number, from: number, to: number) =>
  Uint8Array.from({ length }, () => from + (to - from) * random());

for (const [width, height] of [
  [8, 8],
  [64, 48],
  [101, 67],
] as const) {
  test(`the similarity of ${width} x ${height} pixels is the paper's`, async () => {
    const a = noise(width * height, 0, 255);
    for (const b of [noise(a.length, 0, 255), a.map((value) => value * 0.9), noise(a.length, 120, 130)]) {
      const measured = await similarity(a, b, width, height);
      assert.ok(Math.abs(measured - byTheBook(a, b, width, height)) < 1e-4);
    }
    assert.ok(Math.abs((await similarity(a, a, width, height)) - 1) < 1e-6);
  });
}
