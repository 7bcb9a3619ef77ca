import assert from "node:assert/strict";
import { test } from "node:test";
import { ycbcrToRgb } from "../../../lib/pictures/ycbcr.ts";

const converted = (samples: readonly number[], shares: readonly number[], reference: readonly number[] = []) => {
  const pixels = Buffer.from(samples);
  ycbcrToRgb(pixels, { shares, reference });
  return [...pixels];
};

test("brightness and differences become colours by the coefficients and the range of the file", () => {
  assert.deepEqual(converted([54, 99, 255], [0.2126, 0.7152, 0.0722]), [254, 0, 0]);
  assert.deepEqual(
    converted([235, 128, 128, 16, 128, 128], [], [16, 235, 128, 240, 128, 240]),
    [255, 255, 255, 0, 0, 0],
  );
});

test("shares and ranges that cannot be have their usual values", () => {
  const usual = converted([76, 85, 255], []);
  assert.deepEqual(usual, [254, 0, 0]);
  assert.deepEqual(converted([76, 85, 255], [Number.POSITIVE_INFINITY, 1, 1], [0, 0, 0, 0, 0, 0]), usual);
});
