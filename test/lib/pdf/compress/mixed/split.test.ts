import assert from "node:assert/strict";
import { test } from "node:test";
import { LEVELS } from "../../../../../lib/pdf/compress/levels.ts";
import { splitPage } from "../../../../../lib/pdf/compress/mixed/split.ts";
import { strokes } from "../../../../support/pdf/pictures.ts";

const DPI = 300;
const [WIDTH, HEIGHT] = [1200, 1600];
type Colour = readonly [number, number, number];
const BLACK: Colour = [20, 20, 20];
const BLUE: Colour = [20, 30, 150];
const RED: Colour = [220, 20, 30];
const GRAY: Colour = [178, 172, 172];
/** It has the luma of the blue. */
const DARK_RED: Colour = [110, 10, 15];

/** A white page of strokes in a colour, with discs of another colour in two rows. */
const page = (ink: Colour, discs: Colour | undefined) => {
  const bits = strokes(WIDTH, HEIGHT);
  const data = Buffer.alloc(WIDTH * HEIGHT * 3, 255);
  for (let at = 0; at < bits.length; at++) if (bits[at] === 1) data.set(ink, 3 * at);
  for (let left = 60; discs !== undefined && left < WIDTH - 60; left += 40) {
    for (let y = -14; y <= 14; y++) {
      for (let x = -14; x <= 14; x++) {
        for (const top of [500, 1000]) {
          if (x * x + y * y <= 196) data.set(discs, 3 * ((top + y) * WIDTH + left + x));
        }
      }
    }
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 as const };
};

/**
 * A white page of blue strokes with a board of squares in blue and dark red. They are as wide as the pixels that are looked at at
 * once, and begin where these do, so that each look sees one colour.
 */
const board = () => {
  const picture = page(BLUE, undefined);
  for (let y = 500; y < 1000; y++) {
    for (let x = 322; x < 802; x++) {
      const isRed = Math.floor((x - 2) / 16) % 2 === Math.floor(y / 16) % 2;
      picture.data.set(isRed ? DARK_RED : BLUE, 3 * (y * WIDTH + x));
    }
  }
  return picture;
};

for (const quality of ["low", "medium"] as const) {
  const { split } = LEVELS[quality];
  assert.ok(split);
  for (const ink of [BLACK, BLUE]) {
    test(`a page of ink in the colour ${ink} becomes layers at ${quality}`, async () => {
      const layers = await splitPage(page(ink, undefined), DPI, split);
      assert.ok(layers);
      assert.deepEqual(layers.ink, ink === BLACK ? [20] : [...BLUE]);
    });
  }
  test(`a drawing in two dark colours does not become layers at ${quality}, which would mix them`, async () => {
    assert.equal(await splitPage(page(BLUE, RED), DPI, split), undefined);
  });
}

test("a drawing in two dark colours that touch each other does not become layers at medium", async () => {
  const { split } = LEVELS.medium;
  assert.ok(split);
  assert.equal(await splitPage(board(), DPI, split), undefined);
});

test("a drawing with light shapes does not become layers at low, which would blur them", async () => {
  const { split } = LEVELS.low;
  assert.ok(split);
  assert.equal(await splitPage(page(BLACK, GRAY), DPI, split), undefined);
});
