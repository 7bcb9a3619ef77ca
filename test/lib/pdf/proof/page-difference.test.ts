import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DrawnPage } from "../../../../lib/pdf/proof/draw.ts";
import { drawnPage, drawnPair, isEqualPage, type KeptPage, packPixels } from "../../../../lib/pdf/proof/packed-page.ts";
import { differenceOf } from "../../../../lib/pdf/proof/page-difference.ts";
import { seeded } from "../../../support/pdf/pictures.ts";

const [WHITE, BLACK, RED] = [0xffffffff, 0xff000000, 0xffff0000];

/** A white page of 64 × 64 pixels with a field of a colour. */
const page = (
  left: number,
  top: number,
  side: number,
  colour: number,
  pictures: DrawnPage["pictures"] = [],
): DrawnPage => {
  const pixels = new Int32Array(64 * 64).fill(WHITE);
  for (let y = top; y < top + side; y++) pixels.fill(colour, 64 * y + left, 64 * y + left + side);
  return { width: 64, height: 64, pixels, text: "", pictures };
};

describe("outside of pictures", () => {
  test("a shift by one pixel does not count as a difference", () => {
    assert.equal(differenceOf(page(20, 20, 10, BLACK), page(21, 20, 10, BLACK), true).drawn, 0);
  });
  test("a larger shift, a missing shape or another colour is a difference", () => {
    const before = page(20, 20, 4, BLACK);
    for (const after of [page(24, 20, 4, BLACK), page(20, 20, 0, BLACK), page(20, 20, 4, RED)]) {
      assert.ok(differenceOf(before, after, true).drawn > 10);
    }
  });
});

describe("in pictures", () => {
  const place = [{ left: 8, top: 8, right: 40, bottom: 40, pictures: [] }];
  const worst = (before: DrawnPage, after: DrawnPage) => differenceOf(before, after, true).pictures[0] ?? assert.fail();
  const random = seeded(3);
  const noisy = ({ pixels, ...rest }: DrawnPage): DrawnPage => ({
    ...rest,
    pixels: pixels.map((pixel) => pixel - Math.floor(random() * 20) * 0x010101),
  });
  test("different grain does not count as a difference while its mean is small", () => {
    const before = page(8, 8, 32, 0xff808080, place);
    const { drawn, pictures } = differenceOf(before, noisy(page(8, 8, 32, 0xff898989)), true);
    const [{ colour, mean, shape } = assert.fail()] = pictures;
    assert.ok(mean < 2 && colour < 4 && shape < 1, `${mean} ${colour} ${shape}`);
    assert.ok(drawn > 0 && drawn < 5);
  });
  test("a missing picture, or a missing part, is a difference", () => {
    const before = page(8, 8, 32, 0xff808080, place);
    assert.ok(worst(before, page(0, 0, 0, 0)).mean > 40);
    assert.ok(worst(before, page(8, 8, 24, 0xff808080)).colour > 40);
  });
  test("another colour of the same lightness is a difference", () => {
    const [red, gray] = [page(12, 12, 6, 0xffc04040, place), page(12, 12, 6, 0xff6e6e6e)];
    assert.ok(worst(red, gray).colour > 40);
  });
  test("a shift by one pixel counts neither as another colour nor as another shape", () => {
    const { colour, shape } = worst(page(12, 12, 12, 0xff2040c0, place), page(13, 12, 12, 0xff2040c0));
    assert.ok(colour < 1 && shape === 0, `${colour} ${shape}`);
  });
  test("an edge with teeth is a difference of shape", () => {
    const toothed = page(12, 12, 16, BLACK);
    for (let y = 12; y < 28; y += 4) for (let x = 28; x < 32; x++) toothed.pixels.fill(BLACK, 64 * y + 28, 64 * y + x);
    assert.ok(worst(page(12, 12, 16, BLACK, place), toothed).shape > 8);
  });
  test("pictures must not differ if none was encoded again", () => {
    assert.ok(differenceOf(page(8, 8, 32, 0xff808080, place), page(8, 8, 32, 0xffa0a0a0), false).drawn > 5);
  });
});

const packed = ({ pixels, ...rest }: DrawnPage): KeptPage => ({ ...rest, ...packPixels(pixels) });

test("packing and unpacking a page changes nothing", () => {
  const random = seeded(8);
  const pixels = Int32Array.from({ length: 64 * 64 }, (_, at) =>
    at % 97 < 60 ? WHITE : BLACK + Math.floor(random() * 3),
  );
  const mixed: DrawnPage = { width: 64, height: 64, pixels, text: "t", pictures: [] };
  assert.deepEqual(drawnPage(packed(mixed)), mixed);
  assert.ok(isEqualPage(packed(mixed), packed(mixed)));
  assert.ok(!isEqualPage(packed(mixed), packed({ ...mixed, text: "u" })));
  assert.ok(!isEqualPage(packed(mixed), packed(page(0, 0, 1, BLACK))));
});

test("pages are unpacked in pairs, of any sizes", () => {
  const [small, large] = [page(0, 0, 1, BLACK), { ...page(8, 8, 32, BLACK), width: 64, height: 64 }];
  const tiny: DrawnPage = { width: 2, height: 3, pixels: new Int32Array(6).fill(BLACK), text: "", pictures: [] };
  for (const pair of [
    [small, large],
    [tiny, small],
    [large, tiny],
  ] as const) {
    assert.deepEqual(drawnPair(packed(pair[0]), packed(pair[1])), pair);
  }
});

test("long runs of equal pixels are packed, wherever they begin and end", () => {
  for (const [from, length] of [
    [0, 4096],
    [1, 255],
    [3, 256],
    [7, 257],
    [100, 512],
    [513, 1025],
    [1000, 3096],
  ] as const) {
    const pixels = Int32Array.from({ length: 64 * 64 }, (_, at) => at);
    pixels.fill(WHITE, from, from + length);
    const long: DrawnPage = { width: 64, height: 64, pixels, text: "", pictures: [] };
    assert.deepEqual(drawnPage(packed(long)), long);
    assert.ok(packPixels(pixels).words.length <= 4096 - length + 4);
  }
});
