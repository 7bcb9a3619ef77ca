import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DrawnPage } from "../../../../lib/pdf/proof/draw.ts";
import { isEqualPage, packPage, unpackPage } from "../../../../lib/pdf/proof/packed-page.ts";
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
  const place = [{ left: 8, top: 8, right: 40, bottom: 40 }];
  const random = seeded(3);
  const noisy = ({ pixels, ...rest }: DrawnPage): DrawnPage => ({
    ...rest,
    pixels: pixels.map((pixel) => pixel - Math.floor(random() * 20) * 0x010101),
  });
  test("different grain does not count as a difference while its mean is small", () => {
    const before = page(8, 8, 32, 0xff808080, place);
    const { drawn, pictureBlock, picture } = differenceOf(before, noisy(page(8, 8, 32, 0xff898989)), true);
    assert.ok(picture < 2 && pictureBlock < 4);
    assert.ok(drawn > 0 && drawn < 5);
  });
  test("a missing picture, or a missing part, is a difference", () => {
    const before = page(8, 8, 32, 0xff808080, place);
    assert.ok(differenceOf(before, page(0, 0, 0, 0), true).picture > 100);
    assert.ok(differenceOf(before, page(8, 8, 24, 0xff808080), true).pictureBlock > 100);
  });
  test("pictures must not differ if none was encoded again", () => {
    assert.ok(differenceOf(page(8, 8, 32, 0xff808080, place), page(8, 8, 32, 0xffa0a0a0), false).drawn > 5);
  });
});

test("packing and unpacking a page changes nothing", () => {
  const random = seeded(8);
  const pixels = Int32Array.from({ length: 64 * 64 }, (_, at) =>
    at % 97 < 60 ? WHITE : BLACK + Math.floor(random() * 3),
  );
  const mixed: DrawnPage = { width: 64, height: 64, pixels, text: "t", pictures: [] };
  assert.deepEqual(unpackPage(packPage(mixed)), mixed);
  assert.ok(isEqualPage(packPage(mixed), packPage(mixed)));
  assert.ok(!isEqualPage(packPage(mixed), packPage({ ...mixed, text: "u" })));
  assert.ok(!isEqualPage(packPage(mixed), packPage(page(0, 0, 1, BLACK))));
});
